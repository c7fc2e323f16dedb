import { useRuntime } from '../context.tsx'
import type { CellProps } from '../contract.ts'
import type { BoundedNumberSettings } from './bounded-number.ts'
import { sliderValue } from './values.ts'

const figures = { fontVariantNumeric: 'tabular-nums' } as const

export function SliderCell({ value, field }: CellProps<number, BoundedNumberSettings>) {
  const { lookup } = useRuntime()
  return value === null ? null : (
    <span style={figures}>{sliderValue.toText(value, field, lookup, 'cell')}</span>
  )
}
