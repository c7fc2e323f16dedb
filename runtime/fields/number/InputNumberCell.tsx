import { useRuntime } from '../context.tsx'
import type { CellProps } from '../contract.ts'
import { inputNumberValue, type NumberV } from './values.ts'

const none = { color: 'var(--ant-color-text-tertiary)' }
const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

export function NumberCell({ value, field }: CellProps<NumberV>) {
  const { lookup } = useRuntime()
  if (value === null) return <span style={none}>—</span>
  return <span style={figures}>{inputNumberValue.toText(value, field, lookup, 'cell')}</span>
}
