import { fieldValues } from '#runtime/fields/values.ts'
import { usualType } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'

/** Field types whose names online forms have as well (docs/http.md, "Controls"). */
const commonTypes = [
  ...['password', 'radio', 'switch', 'date', 'datetime', 'time', 'file', 'image', 'textarea', 'umeditor'],
  ...['markdown', 'sel_user', 'sel_depart', 'pca', 'popup', 'list_multi', 'sel_search', 'cat_tree'],
  ...['sel_tree', 'link_down', 'link_table', 'sel_position', 'hidden'],
] as const

/** Field types by the names of online forms. `text` with a number as its column is `inputNumber`. */
export const documentTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(commonTypes.map((word) => [word, word])),
  text: 'input',
  list: 'select',
  checkbox: 'checkbox_group',
}

const showTypes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(documentTypes).map(([word, type]) => [type, word]),
)

/** A field with a value of the record that a field of its level links to. */
export const LINKED_VALUE = 'link_table_field'

/** Whether a type stores the keys of records that a picker chooses. */
const isReference = (type: string): boolean => {
  const half = fieldValues.get(type)
  return half?.fillsFrom === 'picker' && half.dict !== undefined
}

/** The link of a field's level whose record has the field's value. */
export const findLink = ({ from }: Pick<Field, 'from'>, level: readonly Field[]): Field | undefined =>
  from && from.key === undefined
    ? level.find(({ key, type }) => key === from.field && isReference(type))
    : undefined

/** The name of a field's type in online forms; types that they lack are texts. */
export const getShowType = (field: Pick<Field, 'type' | 'from'>, level: readonly Field[]): string =>
  findLink(field, level) ? LINKED_VALUE : (showTypes[field.type] ?? 'text')

const dbTypes: Readonly<Record<string, string>> = {
  numeric: 'BigDecimal',
  integer: 'int',
  smallint: 'int',
  bigint: 'long',
  date: 'Date',
  timestamp: 'Datetime',
  timestamptz: 'Datetime',
  'double precision': 'double',
  text: 'Text',
  bytea: 'Blob',
}

/** The name of a field's column type in online forms. */
export const getDbType = (field: Field): string =>
  dbTypes[fieldValues.get(field.type)?.column(field)?.type ?? ''] ?? 'string'

const numberTypes: ReadonlySet<string> = new Set(['int', 'long', 'double', 'BigDecimal'])

const lengthIn = (field: Field): number => {
  const column = fieldValues.get(field.type)?.column(field)
  return column?.type === 'varchar' ? column.length : 0
}

/** The length of a field's column as online forms write it: of a text, or the digits of a number; else 0. */
export const getLength = (field: Field): number => field.length ?? lengthIn(field)

/** A length that a type takes and that is not its own. */
function lengthFor(type: string, length = 0): { length?: number } {
  const withLength = (setting: object) => lengthIn({ key: 'x', type, ...setting } as Field)
  return length > 0 && withLength({ length: 7 }) === 7 && withLength({}) !== length ? { length } : {}
}

/** The type and the storage of a field by its names in online forms; null for a type that documents lack. */
export function readType(
  showType: string,
  { dbType, length, scale }: { dbType: string; length?: number | undefined; scale?: number | undefined },
): { type: string; store?: string; length?: number; scale?: number } | null {
  const isInteger = dbType === 'int' || dbType === 'long'
  if ((showType === 'text' || showType === '') && numberTypes.has(dbType)) {
    const type = usualType(fieldValues, 'number')
    if (isInteger) return { type, store: dbType }
    return { type, ...(length !== undefined && length > 0 && { length }), scale: scale ?? 0 }
  }
  const type = documentTypes[showType === '' ? 'text' : showType]
  if (type === undefined) return null
  if (dbType === 'Text' || dbType === 'LongText')
    return isUsualText(type) ? { type, store: 'text' } : { type }
  if (isInteger && fieldValues.get(type)?.holdsChoices === 'one') return { type, store: 'int' }
  return { type, ...lengthFor(type, length) }
}

/** Whether a type is the usual one for text, in one line or in several. */
function isUsualText(type: string): boolean {
  const usage = fieldValues.get(type)?.usualFor
  return usage === 'text' || usage === 'longText'
}
