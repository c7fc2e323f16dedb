import { type MouseEvent, useDeferredValue } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { DocumentView } from '#runtime/resolve/SchemaPage.tsx'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { listBlocks } from './block-edit.ts'
import { missingPart } from './block-types.ts'

/** The draft as staff will see it, on real data; its links are not followed. */
export function PanelPreview({ panel }: { panel: JsonObject }) {
  // The draft itself, and not as the designer arranged the served panel.
  const { personal: _, ...body } = useDeferredValue(panel)
  const isWhole = listBlocks(body).every((block) => missingPart(block) === undefined)
  const drawn = isWhole ? asDocumentWith(drawableDocument(body), 'arrangesBlocks') : undefined
  if (!drawn) return <StateNote title="这样还画不出来" text="有的板块还没有设好，请先在「设计」里补上。" />
  const stay = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest('a')) event.preventDefault()
  }
  const stamp = JSON.stringify(drawn)
  return (
    <div className="pro-page view-panel-page" onClickCapture={stay}>
      <DocumentView key={stamp} document={drawn} documentHash={stamp} />
    </div>
  )
}
