import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { openPool } from './jobs.ts'

/** Makes the tables of the queue, or brings them to the version of the library. */
export async function prepareQueue(owner: pg.ClientConfig): Promise<void> {
  const pgPool = openPool(owner)
  try {
    await runMigrations({ pgPool })
  } finally {
    await pgPool.end()
  }
}
