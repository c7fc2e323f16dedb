import type { FormField } from '#runtime/compile/form/form.ts'
import type { AnyFieldType } from '#runtime/contract/contract.ts'
import { isEmpty } from '#runtime/kernel/json.ts'
import { serverText } from '#runtime/record/paste/dict-text.ts'
import { type Field, isDetail } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { StateTag } from '#runtime/ui/state/StateTag.tsx'

/** Cells only summarise the values of these types; their controls show the complete value. */
const wideGroups: readonly AnyFieldType['designer']['group'][] = ['file', 'rich', 'detail']

/** Whether view mode draws the value as a list cell does: a dash for no value, colored, or drawn. */
export function isDrawnAsCell(field: Field, { isDrawn, designer }: AnyFieldType, value: unknown): boolean {
  if (isDetail(field)) return false
  if (isEmpty(value)) return true
  return (field.tag !== undefined || isDrawn === true) && !wideGroups.includes(designer.group)
}

interface Props {
  id: string
  item: FormField
  value: unknown
  row: Readonly<Record<string, unknown>>
}

export function ViewedValue({ id, item: { field, type }, value, row }: Props) {
  const { lookup } = useServices()
  const sent = serverText(row, field.key)
  const parsedValue = type.fromWire(value, field)
  const text = sent ?? type.toText(parsedValue, field, lookup, 'full')
  return (
    <output id={id} className="pro-read">
      {isEmpty(value) ? (
        '—'
      ) : field.tag ? (
        <StateTag value={value} text={text} tags={field.tag} />
      ) : (
        <type.Cell value={parsedValue} field={field} row={row} text={sent} />
      )}
    </output>
  )
}
