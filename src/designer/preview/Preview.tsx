import { memo, useDeferredValue, useMemo } from 'react'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { DocumentPreview } from '#runtime/preview/DocumentPreview.tsx'
import { sampleRecord } from '#runtime/preview/sample-values.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ImmediateForm } from '#runtime/screens/form/ImmediateForm.tsx'
import { Boundary } from '#runtime/ui/errors/ErrorBoundary.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { drawnPart, MAX_DRAWN } from './drawn-part.ts'
import { useMerged } from './useMerged.tsx'
import { useSampleRecord, useSampleRows } from './useSampleRecord.ts'

const PhoneFrame = lazyPart(async () => (await import('./PhoneFrame.tsx')).PhoneFrame)
const PrintedRecord = lazyPart(async () => (await import('./PrintedRecord.tsx')).PrintedRecord)

export type PreviewView = 'form' | 'list' | 'phone' | 'print'

interface Props {
  document: JsonObject
  /** Whether the screen is served: then its records are shown, else invented ones. */
  isServed: boolean
  view: PreviewView
  /** The position of the record that a form or a print shows. */
  position?: number
  /** The key of the selected field: of a large screen its part around this field is drawn. */
  selected?: string | undefined
}

const undrawable = <StateNote title="这样还画不出来" text="请先改好下面列出的错误，预览随后恢复。" />

/** A document, drawn by the runtime on records of its screen. Nothing in it reaches the server. */
export function Preview({ document, isServed, view, position = 0, selected }: Props) {
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
  const stamp = JSON.stringify(screen)
  return (
    <Boundary stamp={stamp} failed={() => undrawable}>
      {before + after > 0 && (
        <p className="view-design-plan">
          字段很多，这里画选中的字段附近的 {MAX_DRAWN} 个：前面还有 {before} 个，后面还有 {after} 个
        </p>
      )}
      <Rows document={screen as Document} isServed={isServed} view={view} position={position} stamp={stamp} />
    </Boundary>
  )
}

interface RowsProps extends Omit<Props, 'document'> {
  document: Document
  stamp: string
}

const Rows = memo(function Rows({ document, isServed, view, position = 0, stamp }: RowsProps) {
  const screen = asDocumentWith(document, 'hasTable')
  const rows = useSampleRows(isServed && screen ? document.id : null)
  const records = rows.data?.records
  const store = records && records.length > 0 ? { rows: { [document.id]: records } } : undefined
  if (screen && (view === 'form' || view === 'print'))
    return (
      <RecordPreview
        key={view === 'form' ? `${position} ${stamp}` : 'print'}
        screen={screen}
        row={records?.[position]}
        isPrinted={view === 'print'}
      />
    )
  const list = <DocumentPreview key={`${stamp} ${rows.dataUpdatedAt}`} sample={{ document, store }} />
  return view === 'phone' ? <PhoneFrame>{list}</PhoneFrame> : list
})

interface RecordProps {
  screen: ScreenDocument
  row: ListRow | undefined
  isPrinted: boolean
}

function RecordPreview({ screen, row, isPrinted }: RecordProps) {
  const types = useFieldTypes()
  const whole = useSampleRecord(screen.id, row)
  const record = useMemo(
    () => whole.data ?? row ?? { ...sampleRecord(screen.fields), id: '1', rev: 1 },
    [whole.data, row, screen],
  )
  const needs = useMemo(() => screenDictionaries(screen, types), [screen, types])
  return (
    <Dictionaries codes={needs}>
      {isPrinted ? (
        <PrintedRecord screen={screen} record={record} />
      ) : (
        <div className="view-design-sheet">
          <ImmediateForm key={whole.dataUpdatedAt} screen={screen} record={record} />
        </div>
      )}
    </Dictionaries>
  )
}
