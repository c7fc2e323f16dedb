import { splitValues } from '../kit/choice/multi.ts'
import { regionText } from './regions.ts'
import './region.css'

/** The names of regions; in a narrow cell the province is cut, because the last level tells them apart. */
export function RegionText({ codes }: { codes: string }) {
  const text = splitValues(codes).map(regionText).join(',')
  return (
    <span className="pro-region" title={text}>
      <bdi>{text}</bdi>
    </span>
  )
}
