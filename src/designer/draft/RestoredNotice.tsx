import { Suspense } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { Design } from './useDesign.ts'

const RestoredDraft = lazyPart(async () => (await import('./RestoredDraft.tsx')).RestoredDraft)

/** What this browser kept of a draft, and what conflicts with another page of the user. */
export const RestoredNotice = ({ design }: { design: Design }) =>
  (design.isRestored || design.state.kind === 'conflict') && (
    <Suspense>
      <RestoredDraft design={design} />
    </Suspense>
  )
