import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { serverText } from '#runtime/record/paste/dict-text.ts'
import type { ReferenceSettings } from '#runtime/schema/language/settings.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { CellProps } from '../../../contract/contract.ts'
import { TextCell } from '../text/TextCell.tsx'
import { mergeTexts } from '../useReferenceTexts.ts'

const MAX_TEXT = 25

export function ReferenceCell({ value, field, row, text }: CellProps<string, ReferenceSettings>) {
  const { lookup } = useServices()
  const types = useFieldTypes()
  if (value === null) return null
  const sent = text ?? serverText(row, field.key)
  const label =
    sent === undefined
      ? (types.get(field.type)?.toText(value, field, lookup, 'cell') ?? value)
      : mergeTexts(value, sent)
  return <TextCell text={label} field={field} defaultLength={MAX_TEXT} />
}
