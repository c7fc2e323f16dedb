import { Alert, Select, Table } from 'antd'
import type { ImportCell } from '#runtime/record/checks/import-fault.ts'
import type { HeadingChoices } from './useHeadings.ts'

const PAGE_SIZE = 10

interface Props {
  headings: readonly ImportCell[]
  /** Number of headings beyond these. */
  more: number
  targets: readonly string[]
  choices: HeadingChoices
  onChoose(header: string, target: string): void
}

/** The headings of files that name no field, each with a choice of the field that its column contains. */
export function HeadingTable({ headings, more, targets, choices, onChoose }: Props) {
  const distinct = [...new Map(headings.map((heading) => [heading.header, heading])).values()]
  const chosen = new Set(distinct.map(({ header }) => choices[header]))
  const rest = more > 0 ? `还有 ${more} 列没有列出，也不导入。` : ''
  return (
    <>
      <Alert type="info" message={`有些标题和字段对不上，请选择各列对应的字段；没有选的列不导入。${rest}`} />
      <Table<ImportCell>
        size="small"
        rowKey="header"
        dataSource={distinct}
        pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          {
            title: '位置',
            key: 'place',
            render: (_, { sheet, row, column }) => `${sheet} 第 ${row} 行 ${column}`,
          },
          { title: '标题', dataIndex: 'header' },
          {
            title: '字段',
            key: 'target',
            render: (_, { header }) => (
              <Select
                size="small"
                style={{ width: '100%' }}
                aria-label={`「${header}」对应的字段`}
                placeholder="不导入"
                allowClear
                showSearch
                value={choices[header] || undefined}
                options={targets.map((target) => ({
                  value: target,
                  label: target,
                  disabled: chosen.has(target) && choices[header] !== target,
                }))}
                onChange={(target?: string) => onChoose(header, target ?? '')}
              />
            ),
          },
        ]}
      />
    </>
  )
}
