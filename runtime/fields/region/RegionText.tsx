import { splitValues } from '../kit/choice/multi.ts'
import { regionText } from './regions.ts'

export const RegionText = ({ codes }: { codes: string }) => (
  <span>{splitValues(codes).map(regionText).join(',')}</span>
)
