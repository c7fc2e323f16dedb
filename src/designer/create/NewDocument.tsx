import { Checkbox, Segmented } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useEffect, useId, useMemo, useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { flowTemplates } from '../approval/flow-templates.ts'
import { useLedScreen } from '../approval/useLedScreen.ts'
import { getKey } from '../document-edit.ts'
import { FlowScreenChoice, findFlowFault } from './FlowScreenChoice.tsx'
import { NewDraftDialog } from './NewDraftDialog.tsx'
import { firstField, suggestId } from './new-documents.ts'
import { getKindTitle, type NewKind, newKinds } from './new-kinds.ts'
import { StartChoice } from './StartChoice.tsx'
import { TextEntry } from './TextEntry.tsx'
import { type DraftStart, namingFault, useNewDraft } from './useNewDraft.ts'

interface Props {
  /** The kind that is chosen at first. */
  first?: NewKind['capability']
  onClose(): void
  onCreated(id: string): void
  /** Goes to the templates instead. */
  onTemplate?(): void
}

/** Rows that are imported while the designer waits. */
const MAX_ROWS = 2000

type SheetReader = typeof import('./sheet-reader.ts')

/** The code that reads pasted sheets, loaded when it is needed first. */
function useSheetReader(isNeeded: boolean): { reader: SheetReader | null; hasFailed: boolean } {
  const [reader, setReader] = useState<SheetReader | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let isGone = false
    if (isNeeded)
      import('./sheet-reader.ts').then(
        ({ guessFields, readSheet, SheetPreview }) =>
          !isGone && setReader({ guessFields, readSheet, SheetPreview }),
        () => !isGone && setFailed(true),
      )
    return () => {
      isGone = true
    }
  }, [isNeeded])
  return { reader, hasFailed }
}

/** Begins a new document of one of the kinds, from a pasted sheet where the kind reads one. */
export function NewDocument({ first, onClose, onCreated, onTemplate }: Props) {
  const types = useFieldTypes()
  const draft = useNewDraft(onCreated)
  const [kind, setKind] = useState(
    () => newKinds.find(({ capability }) => capability === first) ?? newKinds[0],
  )
  const [typedId, setTypedId] = useState<string | null>(null)
  const [typedTitle, setTypedTitle] = useState<string | null>(null)
  const [screenId, setScreenId] = useState<string>()
  const led = useLedScreen(kind.needsFlow && screenId)
  const title = typedTitle ?? (led.screen ? `${led.screen.title}审批` : '')
  const [text, setText] = useState('')
  const [isApproved, setApproved] = useState(false)
  const sheetId = useId()
  const id = typedId ?? suggestId(title, draft.taken, kind.group)
  const isPasted = kind.readsSheet === true && text.trim() !== ''
  const { reader, hasFailed } = useSheetReader(isPasted)
  const sheet = useMemo(() => (isPasted && reader ? reader.readSheet(text) : null), [isPasted, reader, text])
  const guess = useMemo(
    () => (sheet && reader ? reader.guessFields(sheet, types) : null),
    [sheet, reader, types],
  )
  const sheetFault = !isPasted
    ? ''
    : !reader
      ? hasFailed
        ? '粘贴的内容没有读出来，请关闭后再试'
        : '正在读取粘贴的内容'
      : !sheet
        ? '粘贴的内容里没有表头：要有一行各列的名称，至少两列，有数据的列不留空'
        : sheet.rows.length > MAX_ROWS
          ? `一次最多粘贴 ${MAX_ROWS} 行，更多的请在发布后用导入`
          : ''
  const make = (): DraftStart => {
    const build = (fields: readonly JsonObject[]): JsonObject => {
      const body = kind.build(id, title.trim(), { fields, screen: led.screen })
      return kind.readsSheet && isApproved ? flowTemplates[0].build(body) : body
    }
    if (!guess) return { body: build([firstField]) }
    const { fields, rows, sort } = guess
    return {
      body: { ...build(fields), list: { sort } },
      pasted: { keys: fields.map(getKey), rows },
    }
  }
  return (
    <NewDraftDialog
      title={`新增${getKindTitle(kind)}`}
      draft={draft}
      fault={(kind.needsFlow && findFlowFault(led)) || namingFault(id, title, draft.taken) || sheetFault}
      isFaultVisible={title !== ''}
      make={make}
      isFilled={text.trim() !== ''}
      {...(guess && { width: 860 })}
      onClose={onClose}
    >
      {(begin) => (
        <>
          {onTemplate && (
            <>
              <span>开始</span>
              <StartChoice isTemplate={false} onChange={(isTemplate) => isTemplate && onTemplate()} />
            </>
          )}
          <span>类型</span>
          <Segmented
            aria-label="类型"
            value={newKinds.indexOf(kind)}
            options={newKinds.map((entry, value) => ({ value, label: getKindTitle(entry) }))}
            onChange={(value) => setKind(newKinds[value] ?? newKinds[0])}
          />
          {kind.needsFlow && <FlowScreenChoice value={screenId} led={led} onChange={setScreenId} />}
          <TextEntry
            label="名称"
            autoFocus
            placeholder={kind.examples.title}
            value={title}
            onChange={setTypedTitle}
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
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </>
          )}
          {kind.readsSheet && (
            <>
              <span />
              <Checkbox checked={isApproved} onChange={({ target }) => setApproved(target.checked)}>
                这是一张有审批的单据
              </Checkbox>
            </>
          )}
          {reader && sheet && guess ? (
            <reader.SheetPreview sheet={sheet} guess={guess} />
          ) : (
            kind.readsSheet && (
              <p className="view-design-hint">
                从 Excel 复制表头和几行数据，粘贴到这里，字段、类型、校验和公式就有了。
              </p>
            )
          )}
        </>
      )}
    </NewDraftDialog>
  )
}
