import { Button } from 'antd'
import type { ReactNode } from 'react'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import type { OpenedSource } from '../draft/unsent-draft.ts'
import { useOpenedSource } from './useOpenedSource.ts'

interface Props {
  id: string
  /** The heading of a failed read. */
  failure: string
  onClose(): void
  children(source: OpenedSource, reload: () => void): ReactNode
}

/** Loads a document with the draft of the user once; it is read again after a release only. */
export function LoadedSource({ id, failure, onClose, children }: Props) {
  const { data, error, refetch } = useOpenedSource(id)
  if (error)
    return (
      <div className="pro-sheet">
        <LoadFailure title={failure} error={error} onRetry={refetch}>
          <Button onClick={onClose}>回到列表</Button>
        </LoadFailure>
      </div>
    )
  if (!data)
    return (
      <div className="pro-sheet view-design-loading" aria-busy="true">
        <TextSkeleton rows={8} />
      </div>
    )
  return children(data, () => void refetch())
}
