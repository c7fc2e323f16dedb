import { Tooltip } from 'antd'
import { Suspense } from 'react'
import { ellipsis } from '#runtime/kernel/text/text.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { CellProps } from '../../../contract/contract.ts'

const CronHint = lazyPart(async () => (await import('./CronHint.tsx')).CronHint)

const DEFAULT_WIDTH = 40

/** The expression; its sentence is loaded and shown on hover. */
export function CronCell({ value, field }: CellProps<string>) {
  if (value === null) return null
  const hint = (
    <Suspense fallback={value}>
      <CronHint text={value} />
    </Suspense>
  )
  return (
    <Tooltip title={hint}>
      <span>{ellipsis(value, field.ellipsis ?? DEFAULT_WIDTH)}</span>
    </Tooltip>
  )
}
