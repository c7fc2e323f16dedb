import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/store/database.ts'
import { normalizeText, type StatementFigures } from './recorder.ts'

/** Texts of each server that the screen shows. */
const MAX_ROWS = 100

/** Whether the database counts statements itself and this login may read its figures. */
async function countsItself(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regclass('pg_stat_statements') is not null
      and has_table_privilege(to_regclass('pg_stat_statements'), 'select') as is`.execute(db)
  return rows[0]?.is === true
}

/**
 * The figures of the database, of all servers and since they were reset; null where it has none, or does not collect them.
 * Only statements of rows: the database keeps the constants of others, such as passwords.
 */
export async function readDatabaseStatements(
  db: Db,
  measured: readonly StatementFigures[],
): Promise<StatementFigures[] | null> {
  if (!(await countsItself(db))) return null
  const found = await sql<Omit<StatementFigures, 'sender' | 'failed'>>`
    select query as text, calls::float8 as count, total_exec_time as total, max_exec_time as max, rows::float8 as rows
    from pg_stat_statements s join pg_database d on d.oid = s.dbid
    where d.datname = current_database() and s.query ~* '^\\s*(select|insert|update|delete|with|merge)\\M'
    order by total_exec_time desc limit ${MAX_ROWS}`
    .execute(db)
    // The extension is there, and its library is not loaded.
    .catch(() => null)
  if (!found) return null
  const senders = new Map(measured.map(({ text, sender }) => [text, sender]))
  const merged = new Map<string, StatementFigures>()
  for (const { text: sent, count, total, max, rows } of found.rows) {
    const text = normalizeText(sent)
    // The database counts by account, and constants and parameters apart.
    const other = merged.get(text)
    merged.set(text, {
      text,
      count: count + (other?.count ?? 0),
      failed: 0,
      total: total + (other?.total ?? 0),
      max: Math.max(max, other?.max ?? 0),
      rows: rows + (other?.rows ?? 0),
      sender: senders.get(text) ?? '',
    })
  }
  return [...merged.values()].sort((first, second) => second.total - first.total)
}

/** Replaces the rows of a server; those of servers that are gone go with the next reading of any other. */
export async function storeStatements(
  trx: Trx,
  server: string,
  source: 'server' | 'database',
  figures: readonly StatementFigures[],
): Promise<void> {
  const rows = figures.slice(0, MAX_ROWS)
  await sql`
    delete from mon_statement where server = ${server} or measured_at < localtimestamp - interval '1 hour'`.execute(
    trx,
  )
  await sql`
    insert into mon_statement (id, server, source, text, sender, count, failed, total, mean, max, rows, measured_at)
    select gen_random_uuid()::text, ${server}, ${source}, f.text, f.sender, f.count, f.failed, round(f.total, 1),
      round(f.total / f.count, 2), round(f.max, 1), f.rows, localtimestamp(0)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(text text, sender text, count bigint, failed bigint,
      total numeric, max numeric, rows bigint) where f.count > 0`.execute(trx)
}
