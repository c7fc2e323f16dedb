import type { AnyFieldValue, DataType } from '../../../field-value.ts'

/** The control of a page for people without an account, which has neither the components nor data of its own. */
export type PublicControl = 'line' | 'lines' | 'choice' | 'choices' | PlainType

/** Values that browsers have a control for, which has the name of the values. */
const plainTypes = ['number', 'date', 'datetime', 'time', 'month'] as const satisfies readonly DataType[]
type PlainType = (typeof plainTypes)[number]

/** The control of a field type in public forms; undefined: its values are chosen from other data, or are no plain text. */
export function findPublicControl(
  half: Pick<AnyFieldValue, 'dataType' | 'holdsChoices' | 'isOfForm' | 'offList'>,
): PublicControl | undefined {
  if (half.holdsChoices !== undefined) return half.holdsChoices === 'one' ? 'choice' : 'choices'
  if (half.dataType === 'text' && !half.offList) return half.isOfForm ? 'lines' : 'line'
  return plainTypes.find((type) => type === half.dataType)
}
