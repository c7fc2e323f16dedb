import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { Dictionaries } from '#runtime/fields/Dictionaries.tsx'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import type { Document, ScreenDocument } from '#runtime/schema/types.ts'
import { ImmediateForm } from '#runtime/screens/form/ImmediateForm.tsx'
import { Boundary } from '#runtime/ui/ErrorBoundary.tsx'
import { StateNote } from '#runtime/ui/StateNote.tsx'
import { Drawn } from '#views/catalogue/Drawn.tsx'
import { sampleRecord } from '#views/catalogue/sample-values.ts'

/** How many records of the screen the preview shows. */
const MAX_ROWS = 20

interface Props {
  document: JsonObject
  /** Whether the screen is served: then its records are shown, else invented ones. */
  isServed: boolean
  view: 'form' | 'list'
}

/** The unsaved draft, drawn by the runtime on records of the screen. Nothing in it reaches the server. */
export function Preview({ document, isServed, view }: Props) {
  const drawn = useDeferredValue(document)
  const stamp = JSON.stringify(drawn)
  if (isOverlay(drawn))
    return (
      <StateNote title="覆盖文档没有预览" text={`它改自「${String(drawn.extends)}」，发布后可以打开看。`} />
    )
  return (
    <Boundary
      stamp={stamp}
      failed={() => <StateNote title="这样还画不出来" text="请先改好下面列出的错误，预览随后恢复。" />}
    >
      <Rows document={drawn as unknown as Document} isServed={isServed} view={view} stamp={stamp} />
    </Boundary>
  )
}

function Rows({
  document,
  isServed,
  view,
  stamp,
}: Omit<Props, 'document'> & { document: Document; stamp: string }) {
  const { http } = useRuntime()
  const screen = ofKind(document, 'screen')
  const rows = useQuery({
    queryKey: ['design rows', document.id],
    queryFn: ({ signal }) =>
      http.get<{ records: ListRow[] }>(`/resource/${document.id}/list`, { pageSize: MAX_ROWS }, signal),
    enabled: isServed && screen !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const records = rows.data?.records
  const store = records && records.length > 0 ? { rows: { [document.id]: records } } : undefined
  if (screen && view === 'form') return <FormPreview key={stamp} screen={screen} row={records?.[0]} />
  return <Drawn key={`${stamp} ${rows.dataUpdatedAt}`} sample={{ document, store }} />
}

function FormPreview({ screen, row }: { screen: ScreenDocument; row?: ListRow }) {
  const { http, types } = useRuntime()
  const whole = useQuery({
    queryKey: ['design record', screen.id, row?.id],
    queryFn: ({ signal }) => http.get<ListRow>(`/resource/${screen.id}/queryById`, { id: row?.id }, signal),
    enabled: row !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const record = useMemo(
    () => whole.data ?? row ?? { ...sampleRecord(screen.fields), id: '1', rev: 1 },
    [whole.data, row, screen],
  )
  const needs = useMemo(() => screenDictionaries(screen, types), [screen, types])
  return (
    <Dictionaries codes={needs}>
      <div className="view-design-sheet">
        <ImmediateForm key={whole.dataUpdatedAt} screen={screen} record={record} />
      </div>
    </Dictionaries>
  )
}
