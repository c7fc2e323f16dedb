import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/*
 * Times for statements of the builder. They come from the clock of the database, because the clocks of several
 * instances differ.
 */

/** The start of the transaction. */
export const now: RawBuilder<string> = sql<string>`now()`

export const secondsFromNow = (seconds: number): RawBuilder<string> =>
  sql<string>`now() + make_interval(secs => ${seconds})`

export const minutesFromNow = (minutes: number): RawBuilder<string> => secondsFromNow(minutes * 60)

export const daysAgo = (days: number): RawBuilder<string> =>
  sql<string>`now() - make_interval(days => ${days})`

/** Milliseconds. Smaller differences are those of the measurement, and of clocks that are synchronised. */
const TOLERANCE_MS = 2000

/** Milliseconds by which the clock of the database is ahead of the one of this machine. */
let offset = 0

/** Compares the clocks, and returns the milliseconds by which the database is ahead; 0 where they agree. */
export async function compareClocks(db: Db): Promise<number> {
  const start = Date.now()
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  const difference = Math.round((rows[0]?.now ?? start) - (start + Date.now()) / 2)
  offset = Math.abs(difference) > TOLERANCE_MS ? difference : 0
  return offset
}

/** Now by the clock of the database, as it was compared last: for what other instances read, or have written. */
export const currentTime = (): Date => new Date(Date.now() + offset)
