import { Suspense } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { DesignPage } from './DesignPage.tsx'
import { useDesigned } from './useDesigned.ts'
import '#runtime/ui/layout/workspace.css'
import './designer.css'

const ReviewPage = lazyPart(async () => (await import('./review/ReviewPage.tsx')).ReviewPage)

/** The designer of the document that the address names, or a review of it, in the place of the list from which it was opened. */
export default function DesignerPage() {
  const { id, review, open, close } = useDesigned()
  if (!id || review === null) return id && <DesignPage key={id} id={id} onClose={close} onOpen={open} />
  return (
    <Suspense fallback={<TextSkeleton rows={8} />}>
      <ReviewPage key={review} id={review} onClose={close} onDesign={() => open(id)} />
    </Suspense>
  )
}
