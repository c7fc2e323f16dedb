import { Checkbox, Empty, Input, Modal, Select, Table } from 'antd'
import { useMemo, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { type ReportColumn, type ReportTable, reportDesignApi } from '../report-api.ts'
import { adoptDraft, getSql, withSql } from './adopt-draft.ts'
import { type ChosenColumn, type ColumnUse, composeQuery, listUses } from './compose-sql.ts'
import { titleColumns } from './title-columns.ts'

interface Props {
  document: JsonObject
  tables: readonly ReportTable[]
  onChange(document: JsonObject, label: string): void
  onClose(): void
}

interface ColumnRow extends ReportColumn {
  key: string
  isOwners: boolean
  /** The title of its table. */
  place: string
}

/** Puts the statement of a report together from a table, its columns, groups and totals. */
export function ComposeQuery({ document, tables, onChange, onClose }: Props) {
  const { http } = useServices()
  const [name, setName] = useState<string>()
  const [columns, setColumns] = useState<readonly ChosenColumn[]>([])
  const [isCounted, setCounted] = useState(false)
  const [word, setWord] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const table = tables.find((entry) => entry.name === name)
  const owner = tables.find((entry) => entry.name === table?.owner?.table)
  const rows = useMemo(() => listRows(table, owner), [table, owner])
  const isEmpty = columns.length === 0 && !isCounted
  const query = table && !isEmpty ? composeQuery({ table, owner, columns, isCounted }) : null

  const choose = (row: ColumnRow, use: ColumnUse | undefined) => {
    const isSame = (entry: ChosenColumn) => entry.name === row.name && entry.isOwners === row.isOwners
    const chosen = use && { name: row.name, isOwners: row.isOwners, use }
    if (!chosen) setColumns(columns.filter((entry) => !isSame(entry)))
    else if (columns.some(isSame)) setColumns(columns.map((entry) => (isSame(entry) ? chosen : entry)))
    else setColumns([...columns, chosen])
  }
  const find = (row: ColumnRow) =>
    columns.find((entry) => entry.name === row.name && entry.isOwners === row.isOwners)?.use

  const take = async () => {
    if (!query) return
    setBusy(true)
    setFault('')
    try {
      const { faults, draft } = await reportDesignApi(http).parse(query.sql, undefined)
      if (!draft) {
        setFault(faults.map(({ text }) => text).join('；'))
        return
      }
      const composed = { ...draft, fields: titleColumns(draft.fields, query.columns) }
      onChange(adoptDraft(withSql({ ...document, fields: [] }, query.sql), composed).document, 'compose')
      onClose()
    } catch (error) {
      setFault(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title="选列组成 SQL"
      width={760}
      okText="写成 SQL"
      cancelText="取消"
      okButtonProps={{ disabled: !query, loading: isBusy }}
      onOk={() => void take()}
      onCancel={onClose}
    >
      <div className="view-report-compose">
        <div className="view-report-bar">
          <Select
            aria-label="从哪里取"
            placeholder="选一个界面或它的明细"
            showSearch
            optionFilterProp="label"
            value={name}
            options={tables.map((entry) => ({ value: entry.name, label: entry.title }))}
            onChange={(next: string) => {
              setName(next)
              setColumns([])
            }}
          />
          <Input.Search
            aria-label="找列"
            placeholder="找列"
            allowClear
            value={word}
            onChange={({ target }) => setWord(target.value)}
          />
          <Checkbox checked={isCounted} onChange={({ target }) => setCounted(target.checked)}>
            另加条数
          </Checkbox>
        </div>
        <Table<ColumnRow>
          size="small"
          rowKey="key"
          dataSource={rows.filter(({ title, name }) => `${title} ${name}`.includes(word.trim()))}
          pagination={false}
          scroll={{ y: 280 }}
          locale={{
            emptyText: (
              <Empty
                image={Empty.PRESENTED_IMAGE_SIMPLE}
                description={table ? '没有这样的列' : '先选从哪里取'}
              />
            ),
          }}
          columns={[
            { title: '列', dataIndex: 'title', ellipsis: true },
            { title: '来自', dataIndex: 'place', ellipsis: true },
            {
              title: '怎么用',
              key: 'use',
              width: 180,
              render: (_: unknown, row) => (
                <Select<ColumnUse>
                  aria-label={`${row.place}的${row.title}怎么用`}
                  size="small"
                  placeholder="不取"
                  allowClear
                  style={{ width: '100%' }}
                  value={find(row)}
                  options={listUses(row)}
                  onChange={(use) => choose(row, use)}
                />
              ),
            },
          ]}
        />
        <p className="view-design-hint">
          有合计、条数的，其余的列相同的记录合成一行；已删除的记录不取。写成 SQL 后可以再改
          {getSql(document) !== '' && '；原来的 SQL 和列会换掉，可以撤销'}。
        </p>
        {query && <pre className="view-report-composed">{query.sql}</pre>}
        {fault && (
          <p className="view-design-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
    </Modal>
  )
}

/** Columns that a report of staff has no use for. */
const inner: ReadonlySet<string> = new Set(['id', 'rev', 'del_flag', 'tenant_id', 'order_num'])

const listRows = (table: ReportTable | undefined, owner: ReportTable | undefined): ColumnRow[] => {
  const listColumns = (from: ReportTable | undefined, isOwners: boolean): ColumnRow[] =>
    (from?.columns ?? [])
      .filter(({ name, title }) => !inner.has(name) && title !== name)
      .map((column) => ({
        ...column,
        key: `${isOwners ? 'h' : 't'}.${column.name}`,
        isOwners,
        place: from?.title ?? '',
      }))
  return [...listColumns(table, false), ...listColumns(owner, true)]
}
