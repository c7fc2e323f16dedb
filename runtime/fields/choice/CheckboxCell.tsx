import { useRuntime } from '../context.tsx'
import type { CellProps } from '../contract.ts'
import { type CheckboxSettings, type CheckboxV, checkboxValue } from './values.ts'

export function CheckboxCell({ value, field }: CellProps<CheckboxV, CheckboxSettings>) {
  const { lookup } = useRuntime()
  return <span>{checkboxValue.toText(value, field, lookup, 'cell')}</span>
}
