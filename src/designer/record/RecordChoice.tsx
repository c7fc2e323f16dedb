import { DownOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { PickerModal } from '#runtime/fields/kit/picker/dialog/lazy-modal.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { serverText } from '#runtime/record/paste/dict-text.ts'
import { printName } from '#runtime/record/print/print-record.ts'
import type { Values } from '#runtime/record/scope.ts'
import type { PickerDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { DocumentLoaderProvider, useDocumentLoader } from '#runtime/services/documents.ts'
import { newPicker, suggestPlan } from '../picker/new-picker.ts'
import { SAMPLE, type usePrintedRecord } from './usePrintedRecord.ts'

interface Props {
  screen: ScreenDocument
  printed: ReturnType<typeof usePrintedRecord>
  /** What is done with the record. */
  label?: string
  /** Whether an invented record serves as well. */
  hasSample?: boolean
}

/** The record that is tried: the next and the previous one of the list, one that is searched for, or an invented one. */
export function RecordChoice({ screen, printed, label = '印哪条记录', hasSample = true }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { record, isSample, count, choose, step } = printed
  const name = isSample ? (hasSample ? '示例数据' : '选一条记录') : record ? nameRecord(screen, record) : '…'
  return (
    <>
      <Space.Compact size="small">
        <Button
          aria-label="上一条"
          icon={<LeftOutlined aria-hidden />}
          disabled={count < 2}
          onClick={() => step(-1)}
        />
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'record', label: '选一条记录…', onClick: () => setOpen(true) },
              ...(hasSample ? [{ key: SAMPLE, label: '用示例数据', onClick: () => choose(SAMPLE) }] : []),
            ],
          }}
        >
          <Button className="view-print-record" aria-label={`${label}：${name}`}>
            <span>{name}</span>
            <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
        <Button
          aria-label="下一条"
          icon={<RightOutlined aria-hidden />}
          disabled={count < 2}
          onClick={() => step(1)}
        />
      </Space.Compact>
      {isOpen && <RecordPicker screen={screen} onChoose={choose} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The number of a record, else its first text. */
function nameRecord(screen: ScreenDocument, record: Values): string {
  const { title } = screen
  const name = printName(screen, [record])
  if (name !== title) return name.slice(title.length).trim()
  const texts = screen.fields.map(({ key }) => serverText(record, key) ?? record[key])
  return texts.find((text) => typeof text === 'string' && text !== '')?.toString() ?? '这一条'
}

interface PickerProps {
  screen: ScreenDocument
  onChoose(id: string): void
  onClose(): void
}

/** The records of the screen that the user may read, by the first columns of its list. */
function RecordPicker({ screen, onChoose, onClose }: PickerProps) {
  const loader = useDocumentLoader()
  const code = `designed:${screen.id}`
  const withPicker = useMemo(() => {
    const fields = screen.fields.map((field): JsonObject => ({ ...field }))
    const plan = suggestPlan({ id: screen.id, title: screen.title, fields }, false)
    const picker = newPicker({ ...plan, code, title: '选一条记录' }) as unknown as PickerDocument
    return { ...loader, loadPicker: async () => picker }
  }, [loader, screen, code])
  return (
    <DocumentLoaderProvider value={withPicker}>
      <Suspense>
        <PickerModal
          code={code}
          many={false}
          title="选一条记录"
          onClose={onClose}
          onSelect={([row]) => {
            if (row) onChoose(row.id)
            onClose()
          }}
        />
      </Suspense>
    </DocumentLoaderProvider>
  )
}
