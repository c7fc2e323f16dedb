import { useQueryClient } from '@tanstack/react-query'
import TextArea from 'antd/es/input/TextArea'
import { useId, useMemo, useState } from 'react'
import { dictKey, readDictItems } from '#runtime/data/dict.ts'
import { NewDraftDialog } from '../create/NewDraftDialog.tsx'
import { TextEntry } from '../create/TextEntry.tsx'
import { useNewDraft } from '../create/useNewDraft.ts'
import { idOfCode, namedTexts, newDict, type PastedItems, readItems, suggestCode } from './dict-items.ts'

const codePattern = /^[A-Za-z][A-Za-z0-9_]{0,49}$/

interface Props {
  /** The title of the field for which the dictionary is made. */
  fieldTitle: string
  /** The codes that a new dictionary cannot have. */
  codes: ReadonlySet<string>
  onClose(): void
  /** Receives the code, and the colours of tags by value. */
  onCreated(code: string, tags: PastedItems['tags']): void
}

/** Begins a dictionary for a field; it is released together with the document that names it. */
export function NewDictionary({ fieldTitle, codes, onClose, onCreated }: Props) {
  const [title, setTitle] = useState(fieldTitle)
  const [typedCode, setTypedCode] = useState<string | null>(null)
  const [sheet, setSheet] = useState('')
  const sheetId = useId()
  const { items, tags, repeated } = useMemo(() => readItems(sheet), [sheet])
  const client = useQueryClient()
  const draft = useNewDraft(() => {
    // The server does not serve a draft; the preview shows its items from here.
    client.setQueryData(dictKey(code), readDictItems(items))
    onCreated(code, tags)
  })
  const isTaken = (wanted: string) => codes.has(wanted) || draft.taken.has(idOfCode('dict', wanted))
  const code = typedCode ?? suggestCode(title, isTaken)
  const body = newDict(code, title.trim(), items)
  const fault =
    title.trim() === ''
      ? '请填写名称'
      : !codePattern.test(code)
        ? '编码以字母开头，只用字母、数字和下划线，如 stk_kind'
        : isTaken(code)
          ? '已有这个编码的字典，请换一个'
          : items.length === 0
            ? '请填写字典项，一行一项'
            : ''
  return (
    <NewDraftDialog
      title="新建字典"
      okText="建好并选用"
      draft={draft}
      fault={fault}
      isFaultVisible={sheet !== ''}
      make={() => ({ body })}
      isFilled={sheet.trim() !== ''}
      onClose={onClose}
    >
      {() => (
        <>
          <TextEntry label="名称" value={title} onChange={setTitle} />
          <TextEntry label="编码" placeholder="如 stk_kind" value={code} onChange={setTypedCode} />
          <label htmlFor={sheetId}>字典项</label>
          <TextArea
            id={sheetId}
            autoFocus
            placeholder={'一行一项，可从 Excel 粘贴：\n木柜\n玻璃柜\t蓝\n03\t铁柜\t灰'}
            autoSize={{ minRows: 5, maxRows: 12 }}
            value={sheet}
            onChange={(event) => setSheet(event.target.value)}
          />
          <p className="view-design-hint">
            {items.length > 0
              ? `${items.length} 项：${namedTexts(items.map(({ text }) => text))}`
              : '可写文字，文字和颜色，值和文字，或三样都写'}
          </p>
          {repeated.length > 0 && (
            <p className="view-design-hint">值已经有了，没有收：{namedTexts(repeated)}</p>
          )}
          <p className="view-design-hint">字典和这个界面一起发布。</p>
        </>
      )}
    </NewDraftDialog>
  )
}
