import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import type { Design } from '../draft/useDesign.ts'
import { RevisionItem } from './RevisionItem.tsx'

interface Props {
  design: Design
  onClose(): void
}

/** The revisions of a document with their differences; one may be taken back into the draft. */
export function Revisions({ design, onClose }: Props) {
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
            <Differences design={design} revision={entry.revision} onTake={restoreRevision} />
          </RevisionItem>
        ))}
      </ul>
    </Drawer>
  )
}

interface DifferencesProps {
  design: Design
  revision: number
  onTake(body: JsonObject, revision: number): void
}

function Differences({ design: { session }, revision, onTake }: DifferencesProps) {
  const { api, id } = session
  const { data, error } = useQuery({
    queryKey: ['design revision', id, revision],
    queryFn: ({ signal }) => api.revision(id, revision, signal),
  })
  if (error) return <p className="view-design-fault">{errorMessage(error)}</p>
  if (!data) return <TextSkeleton rows={2} />
  return (
    <>
      <ul className="view-design-changes">
        {data.changes.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {data.changes.length === 0 && <li>第一个版本</li>}
      </ul>
      <Button size="small" onClick={() => onTake(data.body, revision)}>
        取回到草稿
      </Button>
    </>
  )
}
