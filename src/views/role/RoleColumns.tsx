import { useQuery } from '@tanstack/react-query'
import { App, Button, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { FormChrome } from '#runtime/screens/form/FormChrome.tsx'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { radioGroupRole } from '#runtime/ui/radio-group.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import {
  type ColumnEffect,
  type ColumnRight,
  columnSentences,
  inferenceWarnings,
  type RoleColumn,
} from './column-sentences.ts'
import { Differences } from './Differences.tsx'

interface Props {
  roleId: string
  /** The menu entry of a screen or report: its id and its title. */
  menu: { key: string; title: string }
  onClose(): void
  /** The rights to columns have changed, and with them the permissions of the role. */
  onChange(): void
}

const rightOptions: { value: ColumnRight; label: string }[] = [
  { value: 'edit', label: '可编辑' },
  { value: 'read', label: '只读' },
  { value: 'none', label: '隐藏' },
]
const buildOptions = ({ isEditable }: RoleColumn) =>
  isEditable
    ? rightOptions
    : rightOptions
        .filter(({ value }) => value !== 'read')
        .map((option) => (option.value === 'edit' ? { ...option, label: '可见' } : option))

const noRights: Readonly<Record<string, ColumnRight>> = {}

/** The columns of a screen or report, with what the role may do with each of them. */
export function RoleColumns({ roleId, menu, onClose, onChange }: Props) {
  const { http, notify } = useServices()
  const { modal } = App.useApp()
  const [rights, setRights] = useState(noRights)
  const [isBusy, setBusy] = useState(false)
  const owner = { roleId, documentId: menu.key }
  const query = useQuery({
    queryKey: ['role', 'columns', roleId, menu.key],
    queryFn: ({ signal }) => http.get<RoleColumn[]>('/sys/role/columns', owner, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const list = query.data ?? []
  const changed = list.flatMap(({ path, right }) => {
    const wanted = rights[path] ?? right
    return wanted === right ? [] : [{ path, right: wanted }]
  })

  const savedRights = new Map(list.map(({ path, right }) => [path, rights[path] ?? right]))
  const warnings = inferenceWarnings(list, ({ path }) => savedRights.get(path))

  const { close } = useDiscardGuard(changed.length > 0, onClose, isBusy)
  const save = async () => {
    if (changed.length === 0) return onClose()
    const body = { ...owner, columns: changed }
    setBusy(true)
    try {
      const { result } = await http.send<ColumnEffect[]>('POST', '/sys/role/previewColumns', body)
      const isConfirmed = await modal.confirm({
        title: '保存列权限',
        content: (
          <Differences
            sentences={[
              ...columnSentences(result, `「${menu.title}」`),
              ...list.flatMap(({ path, title }) => {
                const warning = warnings.get(path)
                return warning === undefined ? [] : `注意：「${title}」${warning}`
              }),
            ]}
          />
        ),
        okText: '保存',
        cancelText: '返回修改',
      })
      if (!isConfirmed) return
      const { message } = await http.send<unknown>('POST', '/sys/role/saveColumns', body)
      notify('success', message)
      onChange()
      onClose()
    } catch (error) {
      notify('error', errorMessage(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <FormChrome
      open="drawer"
      width={480}
      title={`列：${menu.title}`}
      ready={null}
      onClose={close}
      footer={
        <div className="pro-form-foot">
          <span className="pro-gap" />
          <Button disabled={isBusy} onClick={close}>
            取消
          </Button>
          <Button type="primary" disabled={!query.data} loading={isBusy} onClick={() => void save()}>
            保存
          </Button>
        </div>
      }
    >
      {query.isPending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : query.error && !query.data ? (
        <StateNote tone="error" title="没有读到列" text={errorMessage(query.error)}>
          <Button onClick={() => void query.refetch()}>再试一次</Button>
        </StateNote>
      ) : (
        <>
          <p className="view-role-note">
            隐藏的列在列表、表单、导出、打印和报表里都没有，也不能用来查询和排序。用户有几个角色时，任何一个角色看得到就看得到。
          </p>
          <ul className="view-role-rules">
            {list.map((column) => (
              <li key={column.path}>
                <span>
                  <b>{column.title}</b>
                  {column.together.length > 0 && <small>与{column.together.join('、')}同时隐藏或显示</small>}
                  {warnings.has(column.path) && (
                    <small className="view-role-warning">{warnings.get(column.path)}</small>
                  )}
                </span>
                <Radio.Group
                  {...radioGroupRole}
                  optionType="button"
                  size="small"
                  aria-label={column.title}
                  options={buildOptions(column)}
                  value={rights[column.path] ?? column.right}
                  onChange={({ target }) => setRights({ ...rights, [column.path]: target.value })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </FormChrome>
  )
}
