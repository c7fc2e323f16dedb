import { splitValues } from '../kit/choice/multi.ts'
import { regionNames } from './regions.ts'
import './region.css'

/** The names of regions; in a narrow cell the upper levels give way, because the last one tells them apart. */
export function RegionText({ codes }: { codes: string }) {
  const all = splitValues(codes).map(regionNames)
  const text = all.map((names) => names.join(' / ')).join(',')
  return <span title={text}>{all.length === 1 && all[0] ? <Names names={all[0]} /> : text}</span>
}

function Names({ names: [name = '', ...below] }: { names: readonly string[] }) {
  if (below.length === 0) return <span className="pro-region-last">{name}</span>
  return (
    <span className="pro-region">
      <span>{`${name} / `}</span>
      <Names names={below} />
    </span>
  )
}
