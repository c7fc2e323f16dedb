import { memo, Suspense, useDeferredValue, useMemo } from 'react'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { DocumentPreview } from '#runtime/preview/DocumentPreview.tsx'
import { screenSamples } from '#runtime/preview/sample-values.ts'
import { dictTextKey } from '#runtime/record/paste/dict-text.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ImmediateForm } from '#runtime/screens/form/ImmediateForm.tsx'
import { structureStamp } from '#runtime/screens/form/session/structure.ts'
import { useServices } from '#runtime/services/services.tsx'
import { Boundary } from '#runtime/ui/errors/ErrorBoundary.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { drawnPart, MAX_DRAWN } from './drawn-part.ts'
import type { Trial, TrialRights } from './trial-rights.ts'
import { useMerged } from './useMerged.tsx'
import { useSampleRecord, useSampleRows } from './useSampleRecord.ts'

const PhoneFrame = lazyPart(async () => (await import('./PhoneFrame.tsx')).PhoneFrame)
const TrialFrame = lazyPart(async () => (await import('./TrialFrame.tsx')).TrialFrame)
const PrintedRecord = lazyPart(async () => (await import('./PrintedRecord.tsx')).PrintedRecord)

export type PreviewView = 'form' | 'list' | 'phone' | 'print'

interface Props {
  document: JsonObject
  /** The id under which the screen is served, whose records are shown; null: invented ones. */
  servedId: string | null
  view: PreviewView
  /** The position of the record that a form or a print shows. */
  position?: number
  /** The key of the selected field: of a large screen its part around this field is drawn. */
  selected?: string | undefined
  /** The role and the state with which the screen is tried. */
  trial?: Trial | null
}

const undrawable = <StateNote title="这样还画不出来" text="请先改好下面列出的错误，预览随后恢复。" />

/** A document, drawn by the runtime on records of its screen. Nothing in it reaches the server. */
export function Preview({ document, servedId, view, position = 0, selected, trial }: Props) {
  const drawn = useDeferredValue(document)
  const { screen: merged, note } = useMerged(drawn)
  // One object for one state of the document: another one opens the drawn form again.
  const part = useMemo(() => {
    const whole = merged && drawableDocument(merged)
    const screen = whole && asDocumentWith(whole, 'hasTable')
    if (screen && view !== 'print') return drawnPart(screen, selected)
    return whole && { screen: whole, before: 0, after: 0 }
  }, [merged, view, selected])
  if (!merged) return note
  if (!part) return undrawable
  const { screen, before, after } = part
  const tried = asDocumentWith(screen as Document, 'hasTable')
  const rows = { servedId, view, position }
  return (
    <Boundary stamp={JSON.stringify(screen)} failed={() => undrawable}>
      {before + after > 0 && (
        <p className="view-design-plan">
          字段很多，这里画选中的字段附近的 {MAX_DRAWN} 个：前面还有 {before} 个，后面还有 {after} 个
        </p>
      )}
      {tried && trial ? (
        <Suspense fallback={<TextSkeleton rows={4} />}>
          <TrialFrame screen={tried} trial={trial}>
            {(rights) => (
              <Rows
                {...rows}
                document={rights.screen as Document}
                rights={rights}
                state={trial.state}
                triedAs={`${trial.role} ${trial.state}`}
              />
            )}
          </TrialFrame>
        </Suspense>
      ) : (
        <Rows {...rows} document={screen as Document} />
      )}
    </Boundary>
  )
}

interface RowsProps extends Omit<Props, 'document' | 'selected' | 'trial'> {
  document: Document
  /** The role and the state with which it is tried, as one text. */
  triedAs?: string
  /** What the tried role may do; absent: everything. */
  rights?: Pick<TrialRights, 'can' | 'canEdit'>
  state?: string | undefined
}

/** The cells of a record in a chosen state. The text of another state goes: the dictionary gives that of this one. */
const stateCells = (flow: ScreenDocument['flow'], state: string | undefined) =>
  flow && state !== undefined && { [flow.field]: state, [dictTextKey(flow.field)]: null }

const Rows = memo(function Rows({
  document,
  servedId,
  view,
  position = 0,
  triedAs,
  rights,
  state,
}: RowsProps) {
  const screen = asDocumentWith(document, 'hasTable')
  const rows = useSampleRows(screen ? servedId : null, screen?.fields)
  const found = rows.data?.records
  const flow = screen?.flow
  const records = useMemo(
    () => found?.map((row) => ({ ...row, ...stateCells(flow, state) })),
    [found, flow, state],
  )
  const store = records && records.length > 0 ? { rows: { [document.id]: records } } : undefined
  if (screen && (view === 'form' || view === 'print'))
    return (
      <RecordPreview
        // A changed title is drawn into the open form; anything else may change its values.
        key={view === 'form' ? `${triedAs} ${position} ${structureStamp(screen)}` : 'print'}
        screen={screen}
        servedId={servedId}
        row={records?.[position]}
        isPrinted={view === 'print'}
        canEdit={rights?.canEdit}
        state={state}
      />
    )
  const sample = { document, store, ...(rights && { can: rights.can }) }
  const list = (
    <DocumentPreview key={`${triedAs} ${JSON.stringify(document)} ${rows.dataUpdatedAt}`} sample={sample} />
  )
  return view === 'phone' ? <PhoneFrame>{list}</PhoneFrame> : list
})

interface RecordProps {
  screen: ScreenDocument
  servedId: string | null
  row: ListRow | undefined
  isPrinted: boolean
  canEdit: TrialRights['canEdit'] | undefined
  state: string | undefined
}

function RecordPreview(props: RecordProps) {
  const { screen } = props
  const types = useFieldTypes()
  const needs = useMemo(() => screenDictionaries(screen, types), [screen, types])
  return (
    <Dictionaries codes={needs}>
      <ShownRecord {...props} />
    </Dictionaries>
  )
}

function ShownRecord({ screen, servedId, row, isPrinted, canEdit, state }: RecordProps) {
  const { lookup, user } = useServices()
  const whole = useSampleRecord(servedId ?? '', row, screen.fields)
  const record = useMemo(() => {
    const env = { user: { ...user }, now: new Date(), mode: 'detail' as const }
    const [sample] = whole.data || row ? [] : screenSamples(screen, 1, { lookup, record: env })
    return { ...(whole.data ?? row ?? sample), ...stateCells(screen.flow, state) }
  }, [whole.data, row, screen, state, lookup, user])
  const mode = canEdit && !canEdit(record) ? 'detail' : 'edit'
  return isPrinted ? (
    <PrintedRecord screen={screen} record={record} />
  ) : (
    <div className="view-design-sheet">
      <ImmediateForm key={whole.dataUpdatedAt} screen={screen} record={record} mode={mode} />
    </div>
  )
}
