import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense, useState } from 'react'
import type { KindWith } from '#runtime/schema/kinds/plans.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { PastedRows } from './create/PastedRows.tsx'
import type { EditorProps } from './editor/EditorFrame.tsx'
import { ScreenEditor } from './editor/ScreenEditor.tsx'
import { FirstReleased } from './release/FirstRelease.tsx'
import { hasPage } from './release/ScreenAddress.tsx'
import { LoadedSource } from './source/LoadedSource.tsx'

interface Props {
  id: string
  onClose(): void
  /** Opens another document. */
  onOpen(id: string): void
}

/** Kinds with an editor of their own; the others have that of screens. */
const editors: Readonly<Record<string, ComponentType<EditorProps>>> = {
  report: lazyPart(async () => (await import('./report/ReportEditor.tsx')).ReportEditor),
  print: lazyPart(async () => (await import('./print/PrintDesigner.tsx')).PrintDesigner),
  panel: lazyPart(async () => (await import('./panel/PanelDesigner.tsx')).PanelDesigner),
  workflow: lazyPart(async () => (await import('./workflow/WorkflowDesigner.tsx')).WorkflowDesigner),
} satisfies Partial<Record<KindWith<'isPage' | 'printsRecords' | 'leadsRecords'>, ComponentType<EditorProps>>>

/** The designer of one document, in the editor of its kind. */
export function DesignPage({ id, onClose, onOpen }: Props) {
  const client = useQueryClient()
  // Of the pasted rows, from the last release.
  const [faults, setFaults] = useState<readonly string[]>([])
  const [isFirstRelease, setFirstRelease] = useState(false)
  return (
    <LoadedSource id={id} failure="文档没有加载出来" onClose={onClose}>
      {(source, reload) => {
        const { kind } = source.draft?.body ?? source.current ?? {}
        const Editor = editors[String(kind)] ?? ScreenEditor
        return (
          <>
            {source.current && source.pastedRows > 0 && (
              <PastedRows
                key={faults.join()}
                id={id}
                count={source.pastedRows}
                faults={faults}
                onChange={reload}
              />
            )}
            {source.current && isFirstRelease && hasPage(source.current) && (
              <FirstReleased document={source.current} onClose={() => setFirstRelease(false)} />
            )}
            <Suspense fallback={<TextSkeleton rows={8} />}>
              {/* After a release the designer starts on the released document. */}
              <Editor
                key={`${source.origin} ${source.revision}`}
                source={source}
                onClose={onClose}
                onOpen={onOpen}
                onReleased={(rowFaults) => {
                  setFaults(rowFaults)
                  setFirstRelease(source.current === null)
                  for (const key of ['design revisions', 'design rows', 'design record'])
                    void client.invalidateQueries({ queryKey: [key, id] })
                  reload()
                }}
              />
            </Suspense>
          </>
        )
      }}
    </LoadedSource>
  )
}
