import { Suspense } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { PrintedProps } from './printed-view.ts'

const QrCode = lazyPart(async () => (await import('../QrCode.tsx')).QrCode)

export const PrintedQrCode = ({ block }: PrintedProps<'qr'>) => (
  <Suspense fallback={<span aria-busy />}>
    <QrCode text={block.text} height={block.height} />
  </Suspense>
)
