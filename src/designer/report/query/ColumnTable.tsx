import { Checkbox, Empty, Select, Table } from 'antd'
import Input from 'antd/es/input/Input'
import { useMemo, useState } from 'react'
import type { ReportColumn } from '../../report-api.ts'
import { type ColumnUse, listUses, type QueryChoices } from './choices.ts'
import { fieldPath, type QuerySource, rowsPath } from './sources.ts'

interface Props {
  choices: QueryChoices
  sources: readonly QuerySource[]
  onChange(choices: QueryChoices): void
}

interface ColumnRow extends ReportColumn {
  key: string
  source: string
  /** The title of its table. */
  place: string
}

/** Columns that a report of staff has no use for. */
const inner: ReadonlySet<string> = new Set(['id', 'rev', 'del_flag', 'tenant_id', 'order_num'])

/** Who wrote a record and when: behind the columns of its fields. */
const isAudit = ({ name }: ReportColumn): boolean => /^(create|update)_(by|time)$|^sys_org_code$/.test(name)

/** The columns with a title of their own, of the rows, their head and the records that they refer to. */
export const listColumns = (sources: readonly QuerySource[]): ColumnRow[] =>
  sources.flatMap(({ path, title: place, table }) =>
    table.columns
      .filter(({ name, title }) => !inner.has(name) && title !== name)
      .sort((a, b) => Number(isAudit(a)) - Number(isAudit(b)))
      .map((column) => ({ ...column, key: fieldPath(path, column.name), source: path, place })),
  )

/** The columns that may be taken, each with what the report does with it. */
export function ColumnTable({ choices, sources, onChange }: Props) {
  const [word, setWord] = useState('')
  const rows = useMemo(() => listColumns(sources), [sources])
  const { columns, isCounted } = choices
  const find = ({ source, name }: ColumnRow) =>
    columns.find((entry) => entry.source === source && entry.name === name)
  const choose = (row: ColumnRow, use: ColumnUse | undefined) => {
    const old = find(row)
    const chosen = use && { source: row.source, name: row.name, use }
    const next = old
      ? columns.flatMap((entry) => (entry === old ? (chosen ?? []) : [entry]))
      : chosen
        ? [...columns, chosen]
        : columns
    onChange({ ...choices, columns: next })
  }
  return (
    <div className="view-query-part">
      <div className="view-report-bar">
        <Input
          className="view-query-word"
          aria-label="找列"
          placeholder="找列"
          allowClear
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        <Checkbox
          checked={isCounted}
          disabled={sources.length === 0}
          onChange={({ target }) => onChange({ ...choices, isCounted: target.checked })}
        >
          另加条数
        </Checkbox>
        <span className="view-design-hint">有合计、条数的，其余的列相同的记录合成一行；已删除的记录不取</span>
      </div>
      <Table<ColumnRow>
        size="small"
        rowKey="key"
        dataSource={rows.filter(({ title, name, place }) =>
          `${place} ${title} ${name}`.includes(word.trim()),
        )}
        pagination={false}
        scroll={{ y: 240 }}
        locale={{
          emptyText: (
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={sources.length > 0 ? '没有这样的列' : '先选从哪里取'}
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
                value={find(row)?.use}
                options={listUses(row, row.source !== rowsPath)}
                onChange={(use) => choose(row, use)}
              />
            ),
          },
        ]}
      />
    </div>
  )
}
