import { fieldValues } from '#runtime/fields/values.ts'
import type { Field } from '#runtime/schema/types.ts'

/** Field types whose names online forms have as well (contract, section 18.3). */
const commonTypes = [
  ...['password', 'radio', 'switch', 'date', 'datetime', 'time', 'file', 'image', 'textarea', 'umeditor'],
  ...['markdown', 'sel_user', 'sel_depart', 'pca', 'popup', 'list_multi', 'sel_search', 'cat_tree'],
  ...['sel_tree', 'link_down', 'link_table', 'hidden'],
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

/** The name of a field's type in online forms; types that they lack are texts. */
export const showTypeOf = ({ type }: Pick<Field, 'type'>): string => showTypes[type] ?? 'text'

const dbTypes: Readonly<Record<string, string>> = {
  numeric: 'BigDecimal',
  integer: 'int',
  smallint: 'int',
  bigint: 'long',
  date: 'Date',
  timestamp: 'Datetime',
  text: 'Text',
  bytea: 'Blob',
}

/** The name of a field's column type in online forms. */
export const dbTypeOf = (field: Field): string =>
  dbTypes[fieldValues.get(field.type)?.column(field)?.type ?? ''] ?? 'string'

const numberTypes: ReadonlySet<string> = new Set(['int', 'long', 'double', 'BigDecimal'])

/** The type and the storage of a field by its names in online forms; null for a type that documents lack. */
export function typeOf(
  showType: string,
  { dbType, length, scale }: { dbType: string; length?: number | undefined; scale?: number | undefined },
): { type: string; store?: string; length?: number; scale?: number } | null {
  if ((showType === 'text' || showType === '') && numberTypes.has(dbType)) {
    if (dbType === 'int' || dbType === 'long') return { type: 'inputNumber', store: dbType }
    return { type: 'inputNumber', ...(length !== undefined && length > 0 && { length }), scale: scale ?? 0 }
  }
  const type = documentTypes[showType === '' ? 'text' : showType]
  if (type === undefined) return null
  if (dbType === 'Text' || dbType === 'LongText')
    return storedAsText.has(type) ? { type, store: 'text' } : { type }
  if (numberTypes.has(dbType) && (type === 'select' || type === 'radio')) return { type }
  return hasLength.has(type) && length !== undefined && length > 0 ? { type, length } : { type }
}

const storedAsText: ReadonlySet<string> = new Set(['input', 'textarea'])
const hasLength: ReadonlySet<string> = new Set(['input', 'textarea', 'select', 'radio', 'hidden'])
