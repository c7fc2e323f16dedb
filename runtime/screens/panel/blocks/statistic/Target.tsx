import { formatNumber } from '#runtime/kernel/decimal.ts'
import type { Progress } from '#runtime/record/panel/figure.ts'

interface Props {
  title: string
  unit: string | undefined
  progress: Progress
  isGauge: boolean
}

/** The half circle of a gauge, from left to right; its length is 100. */
const arc = 'M 8 52 A 44 44 0 0 1 96 52'

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
        <svg viewBox="0 0 104 60" aria-hidden="true">
          <path className="pro-target-rest" d={arc} pathLength={100} />
          {full > 0 && (
            <path className="pro-target-done" d={arc} pathLength={100} strokeDasharray={`${full} 100`} />
          )}
          <text x="52" y="50" textAnchor="middle">
            {formatNumber(share, 0)}%
          </text>
        </svg>
      ) : (
        <i>
          <b style={{ width: `${full}%` }} />
        </i>
      )}
      <small>{isGauge ? goal : `${text}，${goal}`}</small>
    </span>
  )
}
