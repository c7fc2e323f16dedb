import { useRuntime } from '../../context.tsx'
import type { CellProps } from '../../contract.ts'
import { sentText } from '../choice/dict-text.ts'
import { TextCell } from '../text/TextCell.tsx'
import type { ChosenSettings } from './chosen-value.ts'
import { mergeTexts } from './texts.ts'

const cut = 25

export function ChosenCell({ value, field, row, text }: CellProps<string, ChosenSettings>) {
  const { lookup, types } = useRuntime()
  if (value === null) return null
  const sent = text ?? sentText(row, field.key)
  const shown =
    sent === undefined
      ? (types.get(field.type)?.toText(value, field, lookup, 'cell') ?? value)
      : mergeTexts(value, sent)
  return <TextCell text={shown} field={field} cut={cut} />
}
