import type { AnyFieldType } from '../contract/contract.ts'
import { fieldTypes } from '../fields/index.ts'
import { noLookup } from '../schema/field-value.ts'
import { type Field, isDetail } from '../schema/types.ts'
import { pictureUrl } from './picture.ts'

const firstOption = ({ options }: Field): unknown => {
  const [first] = Array.isArray(options) ? (options as { value: unknown }[]) : []
  return first?.value
}

function readable(type: AnyFieldType, field: Field): unknown {
  const parsed = type.fromText('1', field, noLookup)
  return parsed.ok ? type.toWire(parsed.value, field) : null
}

const ownSample = ({ dataType, designer }: AnyFieldType): unknown =>
  dataType === 'image' || dataType === 'file' ? pictureUrl : designer.sampleValue

/** A wire value that demonstrates the type; the same at every call for the same row. */
export function sampleValue(field: Field, row = 0): unknown {
  const type = fieldTypes.get(field.type)
  if (!type) return null
  if (isDetail(field)) return sampleRows(field.fields, 3)
  if (type.usualFor === 'number') return [12345.6, 48, 7.25][row % 3]
  if (type.usualFor === 'text') return `${field.title ?? '文字'} ${row + 1}`
  return ownSample(type) ?? firstOption(field) ?? readable(type, field)
}

/** The value of a type's own sample, alone on its page. */
export const shownValue = (field: Field): unknown =>
  fieldTypes.get(field.type)?.designer.sampleValue ?? sampleValue(field)

export function sampleRecord(fields: readonly Field[], row = 0): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const field of fields) {
    record[field.key] = sampleValue(field, row)
    const text = fieldTypes.get(field.type)?.designer.sampleText
    if (text !== undefined) record[`${field.key}_dictText`] = text
  }
  return record
}

export const sampleRows = (fields: readonly Field[], count: number) =>
  Array.from({ length: count }, (_, row) => ({
    ...sampleRecord(fields, row),
    id: String(row + 1),
    rev: 1,
    orderNum: row + 1,
  }))
