import { sql } from 'kysely'
import { type Db, dynamicTables } from '../../../platform/store/database.ts'
import type { Caller } from '../../caller.ts'
import { and } from '../../query/condition.ts'
import { isLive } from '../../query/list.ts'
import { matchAny } from '../../query/same-value.ts'
import type { Resource } from '../../resource.ts'
import type { RecordDraft, RowDraft, RowValues } from './import-drafts.ts'
import type { ImportPlan } from './import-plan.ts'

/** A stored row of a detail table with the values of the columns that a sheet may have. */
export interface StoredRow {
  id: string
  values: RowValues
}

/** A stored record with its detail rows in order, by the key of the detail table. */
export interface StoredMatch {
  id: string
  rows: Map<string, StoredRow[]>
}

const buildKey = (values: readonly unknown[]): string | null =>
  values.some((value) => value === null || value === undefined || value === '')
    ? null
    : JSON.stringify(values.map(String))

/** The key of each record by the matched fields; a field that the server numbers is compared as its text. */
export function matchKeys(
  { match }: ImportPlan,
  records: readonly RecordDraft[],
  values: ReadonlyMap<RowDraft, RowValues>,
): Map<RecordDraft, string> {
  const keys = new Map<RecordDraft, string>()
  if (match.length === 0) return keys
  for (const record of records) {
    const key = buildKey(
      match.map((name) => values.get(record)?.[name] ?? record.cells.get(name)?.value.trim()),
    )
    if (key !== null) keys.set(record, key)
  }
  return keys
}

/** The stored records with these keys that the user may see: one query, and one for each detail table. */
export async function findStored(
  db: Db,
  resource: Resource,
  caller: Caller,
  plan: ImportPlan,
  keys: ReadonlySet<string>,
): Promise<Map<string, StoredMatch>> {
  const found = new Map<string, StoredMatch>()
  const columns = plan.match.flatMap((key) => resource.columns.get(key) ?? [])
  const [first] = columns
  if (!first || keys.size === 0) return found
  const words = [...new Set([...keys].map((key) => String((JSON.parse(key) as string[])[0])))]
  const where = and([...isLive(resource), ...caller.rules(resource), matchAny(first, words)])
  const { rows } = await sql<Record<string, unknown>>`
    select t.id as "#id", ${sql.join(columns.map(({ ref }) => ref))} from ${sql.id(resource.table)} as t
    where ${where} order by t.id`.execute(db)
  for (const row of rows) {
    const key = buildKey(columns.map((column) => column.fromDb(row[column.name])))
    if (key !== null && keys.has(key) && !found.has(key))
      found.set(key, { id: String(row['#id']), rows: new Map() })
  }
  await addRows(db, resource, plan, [...found.values()])
  return found
}

async function addRows(
  db: Db,
  resource: Resource,
  plan: ImportPlan,
  matches: readonly StoredMatch[],
): Promise<void> {
  if (matches.length === 0) return
  const byId = new Map(matches.map((entry) => [entry.id, entry]))
  for (const { detail, columns } of plan.details) {
    const order = detail.order ? sql`t.${sql.id(detail.order.name)},` : sql``
    const ref = resource.columns.get(detail.ref)?.name ?? 'id'
    const refs = columns.map(({ column }) => sql`, ${column.ref}`)
    const { rows } = await sql<Record<string, unknown>>`
      select t.id as "#id", h.id as "#head"${sql.join(refs, sql``)} from ${sql.id(detail.table)} as t
      join ${sql.id(resource.table)} as h on t.${sql.id(detail.fk)} = h.${sql.id(ref)}
      where h.id = any(${[...byId.keys()]}) order by ${order} t.create_time, t.id`.execute(dynamicTables(db))
    for (const row of rows) {
      const values = columns.map(({ field, column }) => [field.key, column.fromDb(row[column.name])])
      const stored = { id: String(row['#id']), values: Object.fromEntries(values) }
      const match = byId.get(String(row['#head']))
      const before = match?.rows.get(detail.key)
      if (before) before.push(stored)
      else match?.rows.set(detail.key, [stored])
    }
  }
}
