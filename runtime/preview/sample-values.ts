import type { AnyFieldType } from '../contract/contract.ts'
import { fieldTypes } from '../fields/index.ts'
import { asChoiceField, choiceItems } from '../fields/kit/choice/choice.ts'
import { compileFormulas } from '../record/formulas/formulas.ts'
import { dictTextKey } from '../record/paste/dict-text.ts'
import type { RecordEnv } from '../record/scope.ts'
import { getTitle } from '../schema/derive.ts'
import { type Lookup, noLookup } from '../schema/field-value.ts'
import { type Field, isDetail, type ScreenDocument } from '../schema/types.ts'
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

/**
 * An item of the options or of the loaded dictionary, another one for each row; of a dictionary that the user may not read an
 * invented one with its text.
 */
function sampleItem(type: AnyFieldType, field: Field, row: number, lookup: Lookup): Record<string, unknown> {
  if (type.holdsChoices === undefined) return {}
  const items = choiceItems(asChoiceField(field), lookup).filter(({ disabled }) => !disabled)
  const item = items[row % items.length]
  if (item) return { [field.key]: type.toWire(type.fromWire(item.value, field), field) }
  if (lookup === noLookup || typeof field.dictCode !== 'string') return {}
  return { [field.key]: String(row + 1), [dictTextKey(field.key)]: `${getTitle(field)} ${row + 1}` }
}

/** A wire value that demonstrates the type; the same at every call for the same row. */
export function sampleValue(field: Field, row = 0, lookup = noLookup): unknown {
  const type = fieldTypes.get(field.type)
  if (!type) return null
  if (isDetail(field)) return sampleRows(field.fields, 3, lookup)
  if (type.usualFor === 'number') return [12345.6, 48, 7.25][row % 3]
  if (type.usualFor === 'text') return `${field.title ?? '文字'} ${row + 1}`
  return ownSample(type) ?? firstOption(field) ?? readable(type, field)
}

/** The value of a type's own sample, alone on its page. */
export const shownValue = (field: Field): unknown =>
  fieldTypes.get(field.type)?.designer.sampleValue ?? sampleValue(field)

export function sampleRecord(
  fields: readonly Field[],
  row = 0,
  lookup: Lookup = noLookup,
): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const field of fields) {
    const type = fieldTypes.get(field.type)
    record[field.key] = sampleValue(field, row, lookup)
    const text = type?.designer.sampleText
    if (text !== undefined) record[dictTextKey(field.key)] = text
    if (type) Object.assign(record, sampleItem(type, field, row, lookup))
  }
  return record
}

/** What the invented records of a screen are made with: loaded dictionaries, and the user and the time of its formulas. */
export interface SampleEnv {
  lookup: Lookup
  record: RecordEnv
}

/** Invented records of a screen: items of its dictionaries, and what its formulas compute from the other values. */
export function screenSamples(
  screen: ScreenDocument,
  count: number,
  { lookup, record: env }: SampleEnv,
): (Record<string, unknown> & { id: string })[] {
  const { formulas } = compileFormulas(screen, fieldTypes)
  return sampleRows(screen.fields, count, lookup).map((row) => ({
    ...formulas.computeAll(row, env),
    id: row.id,
  }))
}

const sampleRows = (fields: readonly Field[], count: number, lookup: Lookup) =>
  Array.from({ length: count }, (_, row) => ({
    ...sampleRecord(fields, row, lookup),
    id: String(row + 1),
    rev: 1,
    orderNum: row + 1,
  }))
