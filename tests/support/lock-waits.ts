import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '#server/platform/store/database.ts'

/** Resolves when so many connections with the role of this one wait for a lock in its database. */
export const waitForLocks = (db: Db, count = 1): Promise<void> =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
    if ((rows[0]?.n ?? 0) < count) throw new Error(`${rows[0]?.n} wait for a lock`)
  })
