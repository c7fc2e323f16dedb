import { Suspense } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { PrintedProps } from './printed-view.ts'

const Barcode = lazyPart(async () => (await import('../Barcode.tsx')).Barcode)

export const PrintedBarcode = ({ block }: PrintedProps<'barcode'>) => (
  <Suspense fallback={<span aria-busy />}>
    <Barcode text={block.text} format={block.format} height={block.height} />
  </Suspense>
)
