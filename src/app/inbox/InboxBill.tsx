import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { EntrySource } from '#runtime/record/panel/entry-table.ts'
import type { Values } from '#runtime/record/scope.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
import { useDocumentLoader } from '#runtime/services/documents.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'

interface Props {
  screen: string
  id: string
  /** The condition of waiting records. */
  query: EntrySource['query']
  /** The record, or another one by an undo, has changed. */
  onChanged(): void
  /** The record no longer waits. */
  onDone(): void
}

/** A waiting record in view mode, with the moves that it offers. */
export function InboxBill({ screen: screenId, ...bill }: Props) {
  const { loadScreen } = useDocumentLoader()
  const document = useQuery({
    queryKey: ['panel-source', screenId],
    queryFn: () => loadScreen(screenId),
  })
  if (document.error)
    return <LoadFailure title="单据没有加载出来" error={document.error} onRetry={document.refetch} />
  const screen = document.data && asDocumentWith(document.data, 'hasTable')
  return screen ? <Bill screen={screen} {...bill} /> : <TextSkeleton rows={7} />
}

function Bill({ screen, id, query, onChanged, onDone }: Omit<Props, 'screen'> & { screen: ScreenDocument }) {
  const types = useFieldTypes()
  const needs = useMemo(() => screenDictionaries(screen, types), [screen, types])
  const state = screen.flow?.field ?? ''
  const waiting = query?.[state]
  const onSaved = (record: Values) => {
    onChanged()
    // An undo is answered with the record as it was.
    if (String(record.id) === id && waiting !== undefined && record[state] !== waiting) onDone()
  }
  return (
    <Dictionaries codes={needs}>
      <h2>{screen.title}</h2>
      <FormHost
        screen={screen}
        mode="detail"
        id={id}
        hasMoveKeys
        frame={(content, actions, _ready, moves) => (
          <>
            <div className="pro-form-content">{content}</div>
            <footer className="pro-form-foot">
              {moves}
              <span className="pro-gap" />
              {actions}
            </footer>
          </>
        )}
        onSaved={onSaved}
        onClose={() => {
          onChanged()
          onDone()
        }}
      />
    </Dictionaries>
  )
}
