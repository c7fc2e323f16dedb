import { Suspense } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { CellProps } from '../contract.ts'

const RegionText = lazyPart(async () => (await import('./RegionText.tsx')).RegionText)

/** Shows the code until the names are loaded. */
export const PcaCell = ({ value }: CellProps<string>) =>
  value === null ? null : (
    <Suspense fallback={<span>{value}</span>}>
      <RegionText codes={value} />
    </Suspense>
  )
