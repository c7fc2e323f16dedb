import { splitValues } from '../kit/joined-values.ts'
import { RegionNames } from './RegionNames.tsx'
import { regionNames } from './regions.ts'

/** The names of regions. */
export function RegionText({ codes }: { codes: string }) {
  const all = splitValues(codes).map(regionNames)
  if (all.length === 1 && all[0]) return <RegionNames names={all[0]} />
  const text = all.map((names) => names.join(' / ')).join(',')
  return <span title={text}>{text}</span>
}
