import { Button, Space, Table } from 'antd'
import { useId } from 'react'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import type { ImportFault } from '#runtime/record/checks/import-fault.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { FaultEditor } from './FaultEditor.tsx'
import { cellKey } from './import-answer.ts'
import { useFaultFields } from './useFaultFields.ts'

const PAGE_SIZE = 10

interface Props {
  /** The id of the screen. */
  screen: string
  faults: readonly ImportFault[]
  mended: ReadonlyMap<string, string>
  onMend(fault: ImportFault, value: string): void
}

/**
 * The faulty cells, each with an input for its correct content and its whole row below; on a phone a fault is one entry instead
 * of three columns.
 */
export function FaultTable({ screen, faults, mended, onMend }: Props) {
  const narrow = useNarrow()
  const prefix = useId()
  const { findField, codes } = useFaultFields(screen, faults)
  const getId = (fault: ImportFault) => `${prefix}${faults.indexOf(fault)}`
  const input = (fault: ImportFault) => (
    <FaultEditor
      id={getId(fault)}
      fault={fault}
      field={findField(fault)}
      value={mended.get(cellKey(fault))}
      onMend={(value) => onMend(fault, value)}
    />
  )
  const place = (fault: ImportFault) => <label htmlFor={getId(fault)}>{formatPlace(fault)}</label>
  const reason = (fault: ImportFault) => (
    <>
      {fault.reason}
      {fault.nearest !== undefined && !fault.choices && (
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
      {place(fault)}
      {input(fault)}
      <span style={{ color: 'var(--ant-color-text-secondary)' }}>{reason(fault)}</span>
    </Space>
  )
  return (
    <Dictionaries codes={codes}>
      <Table<ImportFault>
        size="small"
        rowKey={cellKey}
        expandable={{
          showExpandColumn: false,
          expandedRowKeys: faults.map(cellKey),
          rowExpandable: ({ line }) => line !== undefined,
          expandedRowRender: (fault) => <Line fault={fault} />,
        }}
        dataSource={[...faults]}
        pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
        showHeader={!narrow}
        columns={
          narrow
            ? [{ key: 'fault', render: (_, fault) => entry(fault) }]
            : [
                { title: '位置', key: 'place', render: (_, fault) => place(fault) },
                { title: '内容', key: 'value', render: (_, fault) => input(fault) },
                { title: '原因', key: 'reason', render: (_, fault) => reason(fault) },
              ]
        }
      />
    </Dictionaries>
  )
}

/** The row of a fault, with the faulty cell in bold. */
function Line({ fault: { line = [], column } }: { fault: ImportFault }) {
  return (
    <span>
      {line.map((cell, at) => (
        <span key={cell.column}>
          {at > 0 && '，'}
          {cell.header}：{cell.column === column ? <b>{cell.value}</b> : cell.value}
        </span>
      ))}
    </span>
  )
}

const formatPlace = ({ sheet, row, column, header }: ImportFault): string =>
  `${sheet} 第 ${row} 行 ${column} ${header}`
