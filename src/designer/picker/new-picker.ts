import { fieldTypes } from '#runtime/fields/index.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import { idOfCode } from '../dictionary/dict-items.ts'

/** What a picker shows of a screen, and what it returns. */
export interface PickerPlan {
  /** The id of the screen. */
  screen: string
  code: string
  title: string
  /** The keys of the columns, and of the query items. */
  fields: string[]
  query: string[]
  isMany: boolean
}

export const newPicker = ({ screen, code, title, fields, query, isMany }: PickerPlan): JsonObject => ({
  version: currentVersion,
  kind: 'picker',
  id: idOfCode('picker', code),
  title,
  code,
  source: { screen },
  fields,
  ...(query.length > 0 && { query }),
  select: isMany ? 'many' : 'one',
})

/** Columns that a new picker begins with. */
const FIRST_COLUMNS = 5

/** Whether a list of records can show the values of a field; those of files are drawn small. */
const isListable = ({ type }: JsonObject): boolean => {
  const half = fieldTypes.get(String(type))
  return type !== 'hidden' && (half?.offList !== true || half.filePaths !== undefined)
}

interface ScreenField {
  key: string
  title: string
  isQueried: boolean
}

/** The fields of a screen that a picker can show. */
export const pickableFields = (fields: readonly JsonObject[]): ScreenField[] =>
  fields
    .filter((field) => isListable(field) && field.list !== false && field.persist !== false)
    .map(({ key, title, query }) => ({
      key: String(key),
      title: String(title ?? key),
      isQueried: query !== undefined && query !== false,
    }))

/** The plan that a screen suggests: its first columns, and those that its list queries. */
export function suggestPlan(
  screen: { id: string; title: string; fields: readonly JsonObject[] },
  isMany: boolean,
): Omit<PickerPlan, 'code'> {
  const fields = pickableFields(screen.fields)
  const columns = fields.slice(0, FIRST_COLUMNS).map(({ key }) => key)
  const queried = fields.filter(({ isQueried, key }) => isQueried && columns.includes(key))
  return {
    screen: screen.id,
    title: `选择${screen.title}`,
    fields: columns,
    query: (queried.length > 0 ? queried : fields.slice(0, 1)).map(({ key }) => key),
    isMany,
  }
}

/** The columns of a picker that a field can take; `value` is the one that the picker returns. */
export interface PickerColumns {
  code: string
  fields: readonly string[]
  value?: string | undefined
  /** The fields of its screen or report, which a field can take as well. */
  sourceFields?: readonly string[]
}

/** The column that is written into the field itself: the one of its key, else the returned or the first one. */
export const findMain = (key: string, { fields, value }: PickerColumns): string =>
  fields.includes(key) ? key : (value ?? fields[0] ?? 'id')

/**
 * A field that takes its value from a picker: the column of its key, the returned one or the first is written into the
 * field itself, and further columns into fields of the same key.
 */
export function bindPicker(
  field: JsonObject,
  picker: PickerColumns,
  siblings: ReadonlySet<string>,
): JsonObject {
  const { code, fields } = picker
  const key = String(field.key)
  const main = findMain(key, picker)
  const filled = fields.filter((column) => column !== main && column !== key && siblings.has(column))
  const { take: _, ...rest } = field
  return { ...rest, popupCode: code, orgFields: [main, ...filled], destFields: [key, ...filled] }
}
