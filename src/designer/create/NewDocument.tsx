import { Segmented } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useId, useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { getKey } from '../document-edit.ts'
import { guessFields, readHeader } from './guess-fields.ts'
import { NewDraftDialog } from './NewDraftDialog.tsx'
import { firstField, suggestId } from './new-documents.ts'
import { getKindTitle, newKinds } from './new-kinds.ts'
import { TextEntry } from './TextEntry.tsx'
import { type DraftStart, namingFault, useNewDraft } from './useNewDraft.ts'

interface Props {
  onClose(): void
  onCreated(id: string): void
}

/** Rows that are imported while the designer waits. */
const MAX_ROWS = 2000

/** Begins a new document of one of the kinds, from a pasted sheet where the kind reads one. */
export function NewDocument({ onClose, onCreated }: Props) {
  const types = useFieldTypes()
  const draft = useNewDraft(onCreated)
  const [kind, setKind] = useState(newKinds[0])
  const [typedId, setTypedId] = useState<string | null>(null)
  const [title, setTitle] = useState('')
  const [sheet, setSheet] = useState('')
  const sheetId = useId()
  const id = typedId ?? suggestId(title, draft.taken, kind.group)
  const header = kind.readsSheet ? readHeader(sheet) : null
  const sheetFault =
    kind.readsSheet && sheet.trim() !== '' && !header
      ? '粘贴的内容里没有表头：第一行应是各列的名称，至少两列，不留空'
      : header && header.rows.length > MAX_ROWS
        ? `一次最多粘贴 ${MAX_ROWS} 行，更多的请在发布后用导入`
        : ''
  const make = (): DraftStart => {
    const fields = header ? guessFields(header.titles, header.rows, types) : [firstField]
    const body = kind.build(id, title.trim(), fields)
    return header ? { body, pasted: { keys: fields.map(getKey), rows: header.rows } } : { body }
  }
  return (
    <NewDraftDialog
      title={`新增${getKindTitle(kind)}`}
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
            value={newKinds.indexOf(kind)}
            options={newKinds.map((entry, value) => ({ value, label: getKindTitle(entry) }))}
            onChange={(value) => setKind(newKinds[value] ?? newKinds[0])}
          />
          <TextEntry
            label="名称"
            autoFocus
            placeholder={kind.examples.title}
            value={title}
            onChange={setTitle}
          />
          <TextEntry
            label="编号"
            maxLength={100}
            placeholder={kind.examples.id}
            value={id}
            onChange={setTypedId}
            onEnter={begin}
          />
          {kind.readsSheet && (
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
              : kind.readsSheet && '从 Excel 复制表头和几行数据，粘贴到这里，字段、类型和校验就有了。'}
          </p>
        </>
      )}
    </NewDraftDialog>
  )
}
