import { formatNumber } from '#runtime/kernel/decimal.ts'

/** The half circle of a gauge, from left to right; its length is 100. */
const arc = 'M 8 52 A 44 44 0 0 1 96 52'

/** The picture of a gauge with its per cent. */
export function GaugeArc({ share }: { share: number }) {
  const full = Math.min(100, Math.max(0, share))
  return (
    <svg viewBox="0 0 104 60" aria-hidden="true">
      <path className="pro-target-rest" d={arc} pathLength={100} />
      {full > 0 && (
        <path className="pro-target-done" d={arc} pathLength={100} strokeDasharray={`${full} 100`} />
      )}
      <text x="52" y="50" textAnchor="middle">
        {formatNumber(share, 0)}%
      </text>
    </svg>
  )
}
