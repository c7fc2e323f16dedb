import { Button, Input, Space, Table } from 'antd'
import type { ImportFault } from '#runtime/record/import-fault.ts'
import { useNarrow } from '#runtime/ui/useNarrow.ts'
import { cellKey } from './import-answer.ts'

const PAGE_SIZE = 10

interface Props {
  faults: readonly ImportFault[]
  mended: ReadonlyMap<string, string>
  onMend(fault: ImportFault, value: string): void
}

/** The faulty cells, each with an input for its correct content; on a phone a fault is one entry instead of three columns. */
export function FaultTable({ faults, mended, onMend }: Props) {
  const narrow = useNarrow()
  const input = (fault: ImportFault) => (
    <Input
      size={narrow ? 'middle' : 'small'}
      aria-label={`第 ${fault.row} 行${fault.header}`}
      disabled={fault.column === ''}
      status={mended.has(cellKey(fault)) ? '' : 'error'}
      value={mended.get(cellKey(fault)) ?? fault.value}
      onChange={(event) => onMend(fault, event.target.value)}
    />
  )
  const reason = (fault: ImportFault) => (
    <>
      {fault.reason}
      {fault.nearest !== undefined && (
        <>
          {' '}
          <Button
            type="link"
            size="small"
            style={{ paddingInline: 0 }}
            onClick={() => onMend(fault, fault.nearest ?? '')}
          >
            改为「{fault.nearest}」
          </Button>
        </>
      )}
    </>
  )
  const entry = (fault: ImportFault) => (
    <Space direction="vertical" style={{ width: '100%' }}>
      {placeOf(fault)}
      {input(fault)}
      <span style={{ color: 'var(--ant-color-text-secondary)' }}>{reason(fault)}</span>
    </Space>
  )
  return (
    <Table<ImportFault>
      size="small"
      rowKey={cellKey}
      dataSource={[...faults]}
      pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
      showHeader={!narrow}
      columns={
        narrow
          ? [{ key: 'fault', render: (_, fault) => entry(fault) }]
          : [
              { title: '位置', key: 'place', render: (_, fault) => placeOf(fault) },
              { title: '内容', key: 'value', render: (_, fault) => input(fault) },
              { title: '原因', key: 'reason', render: (_, fault) => reason(fault) },
            ]
      }
    />
  )
}

const placeOf = ({ sheet, row, column, header }: ImportFault): string =>
  `${sheet} 第 ${row} 行 ${column} ${header}`
