import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { designApi } from '../api.ts'
import { NewDraftDialog } from './NewDraftDialog.tsx'
import { newScreen } from './new-documents.ts'
import { type DraftStart, namingFault, useNewDraft } from './useNewDraft.ts'

interface Props {
  onClose(): void
  onCreated(id: string): void
}

/** Begins a screen over a table that the database has already: its columns become fields, its rows stay. */
export function ImportTable({ onClose, onCreated }: Props) {
  const { http } = useServices()
  const [api] = useState(() => designApi(http))
  const selectId = useId()
  const draft = useNewDraft(onCreated)
  const [table, setTable] = useState<string | null>(null)
  const tables = useQuery({
    queryKey: ['design free tables'],
    queryFn: ({ signal }) => api.tables(signal),
    staleTime: 0,
  })
  const columns = useQuery({
    queryKey: ['design table', table],
    queryFn: ({ signal }) => api.table(table ?? '', signal),
    enabled: table !== null,
  })
  const { data } = columns
  const id = `base/${(table ?? '').replaceAll('_', '-')}`
  const title = data?.comment?.slice(0, 50) || (table ?? '')
  const failure = tables.error ?? columns.error
  const fault = failure
    ? errorMessage(failure)
    : !data
      ? '请选一张表'
      : data.fields.length === 0
        ? '这张表没有能作字段的列'
        : namingFault(id, title, draft.taken)
  const make = (): DraftStart => ({
    body: {
      ...newScreen(id, title, data?.fields ?? []),
      table: { name: table, ...data?.words },
    },
  })
  return (
    <NewDraftDialog
      title="从数据库导入表单"
      draft={draft}
      fault={fault}
      isFaultVisible={failure !== null || data !== undefined}
      make={make}
      onClose={onClose}
    >
      {() => (
        <>
          <label htmlFor={selectId}>表</label>
          <Select
            id={selectId}
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
          {data && (
            <p className="view-design-hint">
              {data.fields.length} 个字段：
              {data.fields.map((field) => String(field.title)).join('、')}
            </p>
          )}
          {data && data.readOnly.length > 0 && (
            <p className="view-design-hint">只能看、不能改的列：{data.readOnly.join('、')}。</p>
          )}
          {data && data.left.length > 0 && (
            <p className="view-design-hint">
              不能作字段的列：{data.left.join('、')}
              。这些列和里面的数据不变，只是界面里没有；要用的列，请先在数据库里换一个类型，列名用小写字母。
            </p>
          )}
        </>
      )}
    </NewDraftDialog>
  )
}
