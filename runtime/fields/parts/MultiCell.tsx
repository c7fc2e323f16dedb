import { useRuntime } from '../context.tsx'
import type { CellProps } from '../contract.ts'
import type { ChoiceSettings } from './choice.ts'
import { valueTexts } from './multi.ts'
import { TextCell } from './TextCell.tsx'

export function MultiCell({ value, field }: CellProps<string, ChoiceSettings>) {
  const { lookup } = useRuntime()
  return value === null ? null : <TextCell text={valueTexts(value, field, lookup).join(',')} field={field} />
}
