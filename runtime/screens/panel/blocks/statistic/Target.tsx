import { Suspense } from 'react'
import { formatNumber } from '#runtime/kernel/decimal.ts'
import type { Progress } from '#runtime/record/panel/figure.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

const GaugeArc = lazyPart(async () => (await import('./GaugeArc.tsx')).GaugeArc)

interface Props {
  title: string
  unit: string | undefined
  progress: Progress
  isGauge: boolean
}

/** How much of the target is reached: a line, or a gauge. */
export function Target({ title, unit, progress: { share, target }, isGauge }: Props) {
  const text = `完成 ${formatNumber(share, share < 10 ? 1 : 0)}%`
  const full = Math.min(100, Math.max(0, share))
  const goal = `目标 ${formatNumber(target)}${unit ? ` ${unit}` : ''}`
  return (
    <span
      className="pro-target"
      data-full={share >= 100 || undefined}
      role="img"
      aria-label={`${title}：${text}，${goal}`}
    >
      {isGauge ? (
        <Suspense fallback={<svg viewBox="0 0 104 60" aria-hidden="true" />}>
          <GaugeArc share={share} />
        </Suspense>
      ) : (
        <i>
          <b style={{ width: `${full}%` }} />
        </i>
      )}
      <small>{isGauge ? goal : `${text}，${goal}`}</small>
    </span>
  )
}
