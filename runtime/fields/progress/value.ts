import { levelValue, readLevel } from '../parts/level.ts'
import { isNothing } from '../parts/text-value.ts'

/** How far something has come, in percent. What is no number counts as 0. */
export const progressValue = levelValue('progress', {
  fromWire: (raw) => (isNothing(raw) ? null : (readLevel(raw) ?? 0)),
  toText: (value) => (value === null ? '' : `${value}%`),
})
