import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { isDetail } from '#runtime/schema/types.ts'
import { listTables } from '../../../documents/kinds/index.ts'
import { readTables } from '../../../documents/library/catalog.ts'
import { parkedColumn } from '../../../documents/plan/plan.ts'
import { findStorage, getColumnName } from '../../../documents/plan/tables.ts'
import type { ValidDocument } from '../../../documents/validate.ts'
import type { Db } from '../../../platform/store/database.ts'
import { findFormer } from './removed-values.ts'
import { countWith, type Level, listLevels } from './storage-changes.ts'

const MAX_SAMPLES = 3

/** A new field that gets the values of a column, or a new detail that gets the rows of a table, which it did not have before. */
interface Inherited {
  text: string
  rows: number
  samples: string[]
}

/** Whether a revision of the document has the field under the same title: a field that comes back has its own values. */
async function wasReleased(db: Db, id: string, { detail }: Level, released: JsonObject): Promise<boolean> {
  const fields = detail ? [{ key: detail.before.key, fields: [released] }] : [released]
  const { rows } = await sql`
    select 1 from sys_design_revision where document_id = ${id}
      and body::jsonb @> ${JSON.stringify({ fields })}::jsonb limit 1`.execute(db)
  return rows.length > 0
}

async function readSamples(db: Db, table: string, column: string): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select left(${sql.id(column)}::text, 40) as value from ${sql.id(table)}
    where ${sql.id(column)} is not null order by id limit ${MAX_SAMPLES}`.execute(db)
  return rows.map(({ value }) => value)
}

/**
 * The details of a draft with the table of a detail that was removed, or that the same draft removes: its rows would be theirs. A
 * table of another document is meant to be shared.
 */
async function findInheritedRows(
  db: Db,
  id: string,
  served: readonly Document[],
  head: Level,
): Promise<Inherited[]> {
  const shared = new Set(
    served.flatMap((document) =>
      document.id === id ? [] : listTables(document, fieldValues).map(({ name }) => name),
    ),
  )
  const added = head.after.fields.flatMap((field) => {
    if (!isDetail(field) || !field.table) return []
    const { name } = field.table
    const owner = head.before.fields.find((entry) => isDetail(entry) && entry.table?.name === name)
    const former = findFormer(head.before.fields, field)
    const isNew = owner ? owner !== former : !former
    return isNew && !shared.has(name) && !name.startsWith('sys_') ? [{ field, name, owner }] : []
  })
  const tables = await readTables(
    db,
    added.map(({ name }) => name),
  )
  const inherited: Inherited[] = []
  for (const { field, name, owner } of added) {
    const { key, title } = field
    const rows = tables.has(name) ? await countWith(db, name) : 0
    if (rows === 0 || (!owner && (await wasReleased(db, id, head, { key, title, table: { name } })))) continue
    const text = `明细「${getTitle(field)}」会带出${owner ? `明细「${getTitle(owner)}」` : '以前删掉的明细'}的行（${name}）；不要这些行的，请给它换一个表名`
    inherited.push({ text, rows, samples: [] })
  }
  return inherited
}

/**
 * The new fields of a draft whose columns have values of a removed field with the same key, and its new details with rows of another
 * one. The document is the one that is served as `id`.
 */
export async function findInheritedValues(
  db: Db,
  id: string,
  served: readonly Document[],
  draft: ValidDocument,
): Promise<Inherited[]> {
  const levels = listLevels(
    served.find((document) => document.id === id),
    draft,
  ).filter(({ before }) => !before.name.startsWith('sys_'))
  const head = levels.find(({ detail }) => !detail)
  const inherited = head ? await findInheritedRows(db, id, served, head) : []
  const added = levels.flatMap((level) =>
    level.after.fields.flatMap((field) =>
      field.renamedFrom === undefined &&
      findStorage(field, fieldValues) &&
      !findFormer(level.before.fields, field)
        ? [{ level, field }]
        : [],
    ),
  )
  if (added.length === 0) return inherited
  const tables = await readTables(
    db,
    levels.map(({ before }) => before.name),
  )
  const used = new Set(
    served.flatMap((document) =>
      listTables(document, fieldValues).flatMap(({ name, columns }) =>
        columns.map((column) => `${name}.${column.name}`),
      ),
    ),
  )
  for (const { level, field } of added) {
    const { name: table } = level.before
    const column = [getColumnName(field), parkedColumn(getColumnName(field))].find((name) =>
      tables.get(table)?.columns.has(name),
    )
    if (column === undefined || used.has(`${table}.${column}`)) continue
    const rows = await countWith(db, table, column)
    const { key, title } = field
    if (rows === 0 || (await wasReleased(db, id, level, { key, title }))) continue
    const text = `新字段「${getTitle(field)}」会带出以前删掉的同名字段的值（${table}.${column}）；不要这些值的，请给它换一个字段名`
    inherited.push({ text, rows, samples: await readSamples(db, table, column) })
  }
  return inherited
}
