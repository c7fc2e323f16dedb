import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import type { Design } from '../draft/useDesign.ts'
import { RevisionItem } from './RevisionItem.tsx'

const RevisionCompare = lazyPart(async () => (await import('./RevisionCompare.tsx')).RevisionCompare)

interface Props {
  design: Design
  /** What is to be said of the draft outside of its designer. */
  notice?: ReactNode
  onClose(): void
}

/** The revisions of a document with their differences; one may be taken back into the draft. */
export function Revisions({ design, notice, onClose }: Props) {
  const { api, id } = design.session
  const [open, setOpen] = useState<number | null>(null)
  const list = useQuery({
    queryKey: ['design revisions', id],
    queryFn: ({ signal }) => api.revisions(id, signal),
    staleTime: 0,
  })
  const restoreRevision = (body: JsonObject, revision: number) => {
    design.session.change(body, `revision ${revision}`)
    onClose()
  }
  return (
    <Drawer open title="版本" width={480} onClose={onClose}>
      {notice}
      {list.error && <LoadFailure error={list.error} onRetry={list.refetch} />}
      {list.isPending && <TextSkeleton rows={4} />}
      {list.data?.length === 0 && (
        <StateNote title="还没有发布过" text="每发布一次，这里多一个版本，可以比较和取回。" />
      )}
      <ul className="view-design-revisions">
        {list.data?.map((entry) => (
          <RevisionItem
            key={entry.revision}
            revision={entry}
            isOpen={open === entry.revision}
            openText="看改动"
            onToggle={() => setOpen(open === entry.revision ? null : entry.revision)}
          >
            <Suspense fallback={<TextSkeleton rows={2} />}>
              <RevisionCompare
                design={design}
                revision={entry.revision}
                revisions={list.data}
                onTake={restoreRevision}
              />
            </Suspense>
          </RevisionItem>
        ))}
      </ul>
    </Drawer>
  )
}
