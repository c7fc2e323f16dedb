import { Form, Modal } from 'antd'
import { useState } from 'react'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'

interface Props {
  column: Column
  row: ListRow
  onMove(row: ListRow, date: string): void
  onClose(): void
}

/** 改到…: another date for a record, without a drag. */
export function MoveDialog({ column: { key, title, field, type }, row, onMove, onClose }: Props) {
  const { Control } = type
  const [value, setValue] = useState<unknown>(() => type.fromWire(row[key], field))
  const date = type.toWire(value, field)
  const isNew = typeof date === 'string' && date !== '' && date !== row[key]
  return (
    <Modal
      open
      title="改到哪一天"
      width={400}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: !isNew }}
      onOk={() => {
        if (isNew) onMove(row, date)
        onClose()
      }}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={title} htmlFor="move-to-date">
          <Control
            id="move-to-date"
            field={field}
            value={value}
            values={row}
            autoFocus
            onChange={setValue}
            patch={() => undefined}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
