import { Suspense } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { Design } from './useDesign.ts'

const RestoredDraft = lazyPart(async () => (await import('./RestoredDraft.tsx')).RestoredDraft)

/** What this browser kept of a draft, where it was merged at the opening. */
export const RestoredNotice = ({ design }: { design: Design }) =>
  design.restored && (
    <Suspense>
      <RestoredDraft design={design} />
    </Suspense>
  )
