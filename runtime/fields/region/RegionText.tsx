import { splitValues } from '../kit/choice/multi.ts'
import { regionNames } from './regions.ts'
import './region.css'

/** The names of regions; in a narrow cell the province gives way, because the last levels tell them apart. */
export function RegionText({ codes }: { codes: string }) {
  const all = splitValues(codes).map(regionNames)
  const text = all.map((names) => names.join(' / ')).join(',')
  const [province, ...below] = all.length === 1 ? (all[0] ?? []) : []
  if (below.length === 0)
    return (
      <span className="pro-region-names" title={text}>
        {text}
      </span>
    )
  return (
    <span className="pro-region" title={text}>
      <span>{`${province} / `}</span>
      <span className="pro-region-names">
        <bdi>{below.join(' / ')}</bdi>
      </span>
    </span>
  )
}
