import { useRuntime } from '../context.tsx'
import type { CellProps } from '../contract.ts'
import type { ChoiceSettings } from '../kit/choice/choice.ts'
import { valueTexts } from '../kit/choice/multi.ts'
import { TextCell } from '../kit/text/TextCell.tsx'

export function MultiCell({ value, field }: CellProps<string, ChoiceSettings>) {
  const { lookup } = useRuntime()
  return value === null ? null : <TextCell text={valueTexts(value, field, lookup).join(',')} field={field} />
}
