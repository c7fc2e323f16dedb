import { useQuery } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { designApi } from './api.ts'
import { newScreen } from './NewDocument.tsx'

interface Props {
  taken: ReadonlySet<string>
  onClose(): void
  onCreated(id: string): void
}

/** Begins a screen over a table that the database has already: its columns become fields, its rows stay. */
export function ImportTable({ taken, onClose, onCreated }: Props) {
  const { http } = useRuntime()
  const [api] = useState(() => designApi(http))
  const prefix = useId()
  const [table, setTable] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const tables = useQuery({
    queryKey: ['design tables'],
    queryFn: ({ signal }) => api.tables(signal),
    staleTime: 0,
  })
  const shape = useQuery({
    queryKey: ['design table', table],
    queryFn: ({ signal }) => api.table(table ?? '', signal),
    enabled: table !== null,
  })
  const id = `base/${(table ?? '').replaceAll('_', '-')}`
  const create = async () => {
    if (table === null || !shape.data) return
    setBusy(true)
    try {
      const { fields, words, comment } = shape.data
      const screen = newScreen(id, comment?.slice(0, 50) || table, fields)
      await api.saveDraft(id, null, { ...screen, table: { name: table, ...words } })
      onCreated(id)
    } catch (error) {
      setFailure(errorMessage(error))
      setBusy(false)
    }
  }
  const fault =
    failure ||
    (tables.error ? errorMessage(tables.error) : '') ||
    (shape.error ? errorMessage(shape.error) : '') ||
    (taken.has(id) ? `已有编号 ${id} 的文档` : '')
  return (
    <Modal
      open
      title="从数据库导入表单"
      okText="开始设计"
      cancelText="取消"
      okButtonProps={{
        loading: isBusy,
        disabled: !shape.data || shape.data.fields.length === 0 || taken.has(id),
      }}
      onOk={() => void create()}
      onCancel={onClose}
    >
      <div className="view-design-new">
        <label htmlFor={`${prefix}table`}>表</label>
        <Select
          id={`${prefix}table`}
          aria-label="表"
          showSearch
          loading={tables.isPending}
          placeholder={tables.data?.length === 0 ? '数据库里没有别的表' : '选一张还没有界面的表'}
          value={table}
          options={tables.data?.map(({ name, comment, rows }) => ({
            value: name,
            label: `${name}${comment ? ` ${comment}` : ''}（约 ${rows} 行）`,
          }))}
          onChange={setTable}
        />
        {shape.data && (
          <p className="view-design-hint">
            {shape.data.fields.length} 个字段：
            {shape.data.fields.map(({ title }) => String(title)).join('、')}
            {shape.data.left.length > 0 && `；不能作字段的列：${shape.data.left.join('、')}`}
          </p>
        )}
        <p className="view-design-fault" role="alert">
          {fault}
        </p>
      </div>
    </Modal>
  )
}
