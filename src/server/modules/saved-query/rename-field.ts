import { sql } from 'kysely'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Trx } from '../../platform/store/database.ts'

/** A field with another key; `detail` is the detail table whose column it is. */
export interface RenamedField {
  detail?: string | undefined
  from: string
  to: string
}

const rangeEnd = /_(begin|end|MultiString)$/

/** The path of a field as a query or a view names it: `fprice`, `items.fprice`, of a renamed detail `lines.fprice`. */
export function renamePath(path: string, { detail, from, to }: RenamedField): string {
  const [first = '', column] = path.split('.')
  if (detail !== undefined) return first === detail && column === from ? `${detail}.${to}` : path
  if (first !== from) return path
  return column === undefined ? to : `${to}.${column}`
}

/** The conditions and groups of an advanced query with the new name; inside a group of rows columns have no prefix. */
function renameItems(items: unknown, field: RenamedField, rows?: string): unknown {
  if (!Array.isArray(items)) return items
  return items.map((item): unknown => {
    if (!isJsonObject(item)) return item
    if ('params' in item) {
      const inner = typeof item.detail === 'string' ? item.detail : rows
      const named =
        typeof item.detail === 'string' && field.detail === undefined
          ? { detail: renamePath(item.detail, field) }
          : {}
      return { ...item, ...named, params: renameItems(item.params, field, inner) }
    }
    if (typeof item.field !== 'string') return item
    if (rows === undefined) return { ...item, field: renamePath(item.field, field) }
    const path = renamePath(`${rows}.${item.field}`, field)
    return { ...item, field: path.split('.').at(-1) }
  })
}

/** The settings of a view with the new name of a field of the head. */
function renameSettings(settings: JsonObject, field: RenamedField): JsonObject {
  const name = (key: unknown) => (typeof key === 'string' ? renamePath(key, field) : key)
  const filter = (key: string) => {
    const [end = ''] = rangeEnd.exec(key) ?? []
    return `${renamePath(key.slice(0, key.length - end.length), field)}${end}`
  }
  return Object.fromEntries(
    Object.entries(settings).map(([word, value]) => {
      if (word === 'conditions' && isJsonObject(value))
        return [word, Object.fromEntries(Object.entries(value).map(([key, text]) => [filter(key), text]))]
      if (word === 'sort' && typeof value === 'string')
        return [word, value.replace(/[^,-][^,]*/g, (key) => renamePath(key, field))]
      if (word === 'widths' && isJsonObject(value))
        return [word, Object.fromEntries(Object.entries(value).map(([key, width]) => [name(key), width]))]
      if (word === 'group') return [word, name(value)]
      return [word, Array.isArray(value) ? value.map(name) : value]
    }),
  )
}

/** Follows the new name of a field in the saved queries and views of screens. Returns how many changed. */
export async function renameInQueries(
  trx: Trx,
  screens: readonly string[],
  field: RenamedField,
): Promise<number> {
  const { rows } = await sql<{ id: string; records: unknown; settings: JsonObject | null }>`
    select id, records, settings from sys_saved_query
    where screen = any(${[...screens]}::text[])
      and (strpos(records::text, ${field.from}) > 0 or strpos(settings::text, ${field.from}) > 0)`.execute(
    trx,
  )
  let count = 0
  for (const { id, records, settings } of rows) {
    const after = [renameItems(records, field), settings && renameSettings(settings, field)]
    if (JSON.stringify(after) === JSON.stringify([records, settings])) continue
    count += 1
    await sql`
      update sys_saved_query set records = ${JSON.stringify(after[0])}::jsonb,
        settings = ${after[1] ? JSON.stringify(after[1]) : null}::jsonb where id = ${id}`.execute(trx)
  }
  return count
}
