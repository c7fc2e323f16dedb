import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { serverText } from '#runtime/record/paste/dict-text.ts'
import type { DataType } from '#runtime/schema/field-value.ts'
import type { CommonField } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { StateTag } from '#runtime/ui/state/StateTag.tsx'
import type { CellProps } from '../../../contract/contract.ts'
import { TextCell } from './TextCell.tsx'

const figures: ReadonlySet<DataType> = new Set(['number', 'date', 'datetime', 'month', 'year', 'time'])
/** Digits of equal width, in one line. */
const figureStyle = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const
const emptyStyle = { color: 'var(--ant-color-text-tertiary)' }

const findTags = (field: CommonField): Record<string, string> | undefined =>
  (typeof field.list === 'object' ? field.list.tag : undefined) ?? field.tag

/** A value as its text: in digits of equal width, as a coloured state where the field has `tag`, or shortened. */
export function PlainCell({ value, field, row, text }: CellProps) {
  const { lookup } = useServices()
  const types = useFieldTypes()
  const type = types.get(field.type)
  if (!type) return null
  if (value === null) return type.dataType === 'number' ? <span style={emptyStyle}>—</span> : null
  const label = text ?? serverText(row, field.key) ?? type.toText(value, field, lookup, 'cell')
  const tags = findTags(field)
  if (tags) return <StateTag value={value} text={label} tags={tags} />
  if (figures.has(type.dataType)) return <span style={figureStyle}>{label}</span>
  return <TextCell text={label} field={field} defaultLength={type.maxCellLength} />
}
