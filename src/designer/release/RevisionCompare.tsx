import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { Suspense, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { describeChange } from '#runtime/schema/changes/describe.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import type { DesignApi, RevisionRow } from '../api.ts'
import type { Design } from '../draft/useDesign.ts'

const TakeBack = lazyPart(async () => (await import('./TakeBack.tsx')).TakeBack)

const DocumentsBeside = lazyPart(async () => (await import('./DocumentsBeside.tsx')).DocumentsBeside)

const useRevision = (api: DesignApi, id: string, revision: number) =>
  useQuery({
    queryKey: ['design revision', id, revision],
    queryFn: ({ signal }) => api.revision(id, revision, signal),
    enabled: revision > 0,
  })

interface Props {
  design: Design
  revision: number
  /** All revisions, the latest first. */
  revisions: readonly RevisionRow[]
  onTake(body: JsonObject, revision: number): void
}

/** Stands for the draft among the numbers of revisions. */
const draft = 0

/** What a revision changed of any other one, or of the draft, with the way to take it back. */
export function RevisionCompare({ design, revision, revisions, onTake }: Props) {
  const { api, id } = design.session
  const [other, setOther] = useState(revision > 1 ? revision - 1 : draft)
  const [isTaking, setTaking] = useState(false)
  const [isBeside, setBeside] = useState(false)
  const { data, error } = useRevision(api, id, revision)
  const compared = useRevision(api, id, other)
  const before = other === draft ? design.document : compared.data?.body
  const failure = error ?? compared.error
  if (failure) return <p className="view-design-fault">{errorMessage(failure)}</p>
  if (!data || !before) return <TextSkeleton rows={2} />
  const changes = diffDocuments(before, data.body)
  const options = [
    { value: draft, label: '现在的草稿' },
    ...revisions.flatMap((entry) =>
      entry.revision === revision ? [] : [{ value: entry.revision, label: `第 ${entry.revision} 版` }],
    ),
  ]
  return (
    <>
      <div className="view-design-choices">
        <span>与</span>
        <Select aria-label="比较的版本" size="small" value={other} options={options} onChange={setOther} />
        <span>相比</span>
        <span className="pro-gap" />
        <Button size="small" onClick={() => setBeside(true)}>
          并排对照
        </Button>
        <Button size="small" onClick={() => setTaking(true)}>
          取回到草稿
        </Button>
      </div>
      <ul className="view-design-changes">
        {changes.map((change) => (
          <li key={`${change.type} ${change.path.join('/')}`}>{describeChange(change, before, data.body)}</li>
        ))}
        {changes.length === 0 && <li>没有不同</li>}
      </ul>
      <Suspense>
        {isBeside && (
          <DocumentsBeside
            before={before}
            after={data.body}
            titles={[other === draft ? '现在的草稿' : `第 ${other} 版`, `第 ${revision} 版`]}
            onClose={() => setBeside(false)}
          />
        )}
        {isTaking && (
          <TakeBack
            design={design}
            revision={revision}
            body={data.restored}
            onClose={() => setTaking(false)}
            onTake={() => onTake(data.restored, revision)}
          />
        )}
      </Suspense>
    </>
  )
}
