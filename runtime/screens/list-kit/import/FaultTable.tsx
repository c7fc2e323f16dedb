import { Button, Input, Table } from 'antd'
import type { ImportFault } from '#runtime/record/import-fault.ts'
import { cellKey } from './import-answer.ts'

const PAGE_SIZE = 10

interface Props {
  faults: readonly ImportFault[]
  mended: ReadonlyMap<string, string>
  onMend(fault: ImportFault, value: string): void
}

/** The faulty cells, each with an input for its correct content. */
export function FaultTable({ faults, mended, onMend }: Props) {
  return (
    <Table<ImportFault>
      size="small"
      rowKey={cellKey}
      dataSource={[...faults]}
      pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        {
          title: '位置',
          key: 'place',
          render: (_, { sheet, row, column, header }) => `${sheet} 第 ${row} 行 ${column} ${header}`,
        },
        {
          title: '内容',
          key: 'value',
          render: (_, fault) => (
            <Input
              size="small"
              aria-label={`第 ${fault.row} 行${fault.header}`}
              disabled={fault.column === ''}
              status={mended.has(cellKey(fault)) ? '' : 'error'}
              value={mended.get(cellKey(fault)) ?? fault.value}
              onChange={(event) => onMend(fault, event.target.value)}
            />
          ),
        },
        {
          title: '原因',
          key: 'reason',
          render: (_, fault) => (
            <>
              {fault.reason}
              {fault.nearest !== undefined && (
                <Button type="link" size="small" onClick={() => onMend(fault, fault.nearest ?? '')}>
                  改为「{fault.nearest}」
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
  )
}
