import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'

/** The database as its own statistics count, since they were reset. Bytes, milliseconds. */
export interface DatabaseFigures {
  connections: number
  maxConnections: number
  /** Bytes of the database on its disk. */
  size: number
  committed: number
  rolledBack: number
  /** Blocks that were in its cache, of 100 that were read. */
  cacheHits: number
  deadlocks: number
  temporary: number
  /** Bytes of its cache. */
  cacheSize: number
}

export async function readDatabase(db: Db): Promise<DatabaseFigures> {
  const { rows } = await sql<Record<keyof DatabaseFigures, string | number>>`
    select (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections') as "maxConnections", pg_database_size(current_database()) as size,
      xact_commit as committed, xact_rollback as "rolledBack",
      case when blks_hit + blks_read > 0 then 100.0 * blks_hit / (blks_hit + blks_read) else 0 end as "cacheHits",
      deadlocks, temp_bytes as temporary, pg_size_bytes(current_setting('shared_buffers')) as "cacheSize"
    from pg_stat_database where datname = current_database()`.execute(db)
  const row = rows[0]
  const read = (key: keyof DatabaseFigures) => Number(row?.[key] ?? 0)
  return {
    connections: read('connections'),
    maxConnections: read('maxConnections'),
    size: read('size'),
    committed: read('committed'),
    rolledBack: read('rolledBack'),
    cacheHits: read('cacheHits'),
    deadlocks: read('deadlocks'),
    temporary: read('temporary'),
    cacheSize: read('cacheSize'),
  }
}

/** Sessions and sign-ins, of all servers. */
export interface SessionFigures {
  /** Sessions that have not ended. */
  active: number
  created: number
  /** Sessions that ended, of those that the database still has. */
  ended: number
}

export async function readSessions(db: Db): Promise<SessionFigures> {
  const { rows } = await sql<SessionFigures>`
    select count(*) filter (where expires > now())::int as active, count(*)::int as created,
      count(*) filter (where expires <= now())::int as ended from sys_session`.execute(db)
  return rows[0] ?? { active: 0, created: 0, ended: 0 }
}
