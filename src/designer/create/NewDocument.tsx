import { Segmented } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useId, useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { getKey } from '../document-edit.ts'
import { guessFields, readHeader } from './guess-fields.ts'
import { NewDraftDialog } from './NewDraftDialog.tsx'
import { firstField, newPanel, newScreen, suggestId } from './new-documents.ts'
import { TextEntry } from './TextEntry.tsx'
import { type DraftStart, namingFault, useNewDraft } from './useNewDraft.ts'

interface Props {
  onClose(): void
  onCreated(id: string): void
}

/** Rows that are imported while the designer waits. */
const MAX_ROWS = 2000

const kinds = [
  { value: 'screen', label: '界面', group: 'base' },
  { value: 'panel', label: '看板', group: 'report' },
] as const

/** Begins a new screen, from a pasted sheet where there is one, or a new panel. */
export function NewDocument({ onClose, onCreated }: Props) {
  const types = useFieldTypes()
  const draft = useNewDraft(onCreated)
  const [kind, setKind] = useState<(typeof kinds)[number]>(kinds[0])
  const [typedId, setTypedId] = useState<string | null>(null)
  const [title, setTitle] = useState('')
  const [sheet, setSheet] = useState('')
  const sheetId = useId()
  const id = typedId ?? suggestId(title, draft.taken, kind.group)
  const isPanel = kind.value !== 'screen'
  const header = isPanel ? null : readHeader(sheet)
  const sheetFault =
    !isPanel && sheet.trim() !== '' && !header
      ? '粘贴的内容里没有表头：第一行应是各列的名称，至少两列，不留空'
      : header && header.rows.length > MAX_ROWS
        ? `一次最多粘贴 ${MAX_ROWS} 行，更多的请在发布后用导入`
        : ''
  const make = (): DraftStart => {
    if (isPanel) return { body: newPanel(id, title.trim()) }
    const fields = header ? guessFields(header.titles, header.rows, types) : [firstField]
    const body = newScreen(id, title.trim(), fields)
    return header ? { body, pasted: { keys: fields.map(getKey), rows: header.rows } } : { body }
  }
  return (
    <NewDraftDialog
      title={`新增${kind.label}`}
      draft={draft}
      fault={namingFault(id, title, draft.taken) || sheetFault}
      isFaultVisible={title !== ''}
      make={make}
      isFilled={sheet.trim() !== ''}
      onClose={onClose}
    >
      {(begin) => (
        <>
          <span>类型</span>
          <Segmented
            aria-label="类型"
            value={kind.value}
            options={kinds.map(({ value, label }) => ({ value, label }))}
            onChange={(value) => setKind(kinds.find((entry) => entry.value === value) ?? kinds[0])}
          />
          <TextEntry
            label="名称"
            autoFocus
            placeholder={isPanel ? '如 馆藏总览' : '如 展柜'}
            value={title}
            onChange={setTitle}
          />
          <TextEntry
            label="编号"
            maxLength={100}
            placeholder={isPanel ? '如 report/overview' : '如 base/cabinet'}
            value={id}
            onChange={setTypedId}
            onEnter={begin}
          />
          {!isPanel && (
            <>
              <label htmlFor={sheetId}>表头</label>
              <TextArea
                id={sheetId}
                placeholder="可不填"
                autoSize={{ minRows: 4, maxRows: 10 }}
                wrap="off"
                value={sheet}
                onChange={(event) => setSheet(event.target.value)}
              />
            </>
          )}
          <p className="view-design-hint">
            {header
              ? `${header.titles.length} 列，${header.rows.length} 行：${header.titles.join('、')}`
              : !isPanel && '从 Excel 复制表头和几行数据，粘贴到这里，字段、类型和校验就有了。'}
          </p>
        </>
      )}
    </NewDraftDialog>
  )
}
