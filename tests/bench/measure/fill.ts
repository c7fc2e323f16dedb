import { sql } from 'kysely'
import type { Db } from '#server/platform/store/database.ts'

/** Fills a table while it has no indexes besides its constraints, builds these afterwards, and analyzes it. */
export async function fillTable(db: Db, table: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexname as name, i.indexdef as definition from pg_indexes i
    where i.schemaname = current_schema() and i.tablename = ${table}
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexname::regclass)`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db)
  await fill()
  for (const { definition } of rows) await sql.raw(definition.replace(' ON ONLY ', ' ON ')).execute(db)
  await sql`vacuum analyze ${sql.id(table)}`.execute(db)
}
