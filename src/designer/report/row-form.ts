import { isJsonObject, isSameJson, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import { partUrl } from '../document-edit.ts'

/** The key of the detail table that edits a list of a document. */
export const rowsKey = 'rows'

/** A column of the table: the value of one keyword, or of several ones. */
export interface RowWord {
  field: Field
  /** The value in a cell; absent: the keyword of the same name. */
  read?(entry: JsonObject): unknown
  /** The keywords that a changed cell sets; undefined removes one. Absent: the keyword of the same name. */
  write?(value: unknown, entry: JsonObject): JsonObject
}

/** A screen whose only field is a table of the entries. */
export const rowScreen = (title: string, words: readonly RowWord[]): ScreenDocument => ({
  version: currentVersion,
  kind: 'screen',
  id: 'designer/rows',
  title,
  url: partUrl,
  fields: [
    { key: rowsKey, title, type: 'table', size: 'mini', fields: words.map(({ field }) => field) } as Field,
  ],
  form: { columnCount: 1 },
})

const readCell = ({ field, read }: RowWord, entry: JsonObject): unknown =>
  read ? read(entry) : entry[field.key]

/** The entries as rows; the id of a row is the position of its entry. */
export const toRows = (entries: readonly JsonObject[], words: readonly RowWord[]): JsonObject => ({
  [rowsKey]: entries.map((entry, at) => ({
    id: String(at),
    ...Object.fromEntries(words.map((word) => [word.field.key, readCell(word, entry) ?? null])),
  })),
})

const isNone = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false

/** The entries of edited rows: keywords without a column stay, and an empty cell removes its keyword. */
export function fromRows(
  record: JsonObject,
  before: readonly JsonObject[],
  words: readonly RowWord[],
): JsonObject[] {
  return listObjectEntries(record[rowsKey]).flatMap(([, row]) => {
    const old = before[Number(row.id)] ?? {}
    let entry: JsonObject = { ...old }
    for (const word of words) {
      const value = row[word.field.key] ?? null
      if (isSameJson(value, readCell(word, old) ?? null)) continue
      entry = {
        ...entry,
        ...(word.write?.(value, entry) ?? { [word.field.key]: isNone(value) ? undefined : value }),
      }
    }
    const written = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
    return written.key ? [written] : []
  })
}

/** The rule of a query: a word, or the `rule` of an object. */
export const queryRule = ({ query }: JsonObject): unknown => (isJsonObject(query) ? query.rule : query)
