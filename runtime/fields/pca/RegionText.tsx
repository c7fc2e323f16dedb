import { regionText } from './regions.ts'

export const RegionText = ({ code }: { code: string }) => <span>{regionText(code)}</span>
