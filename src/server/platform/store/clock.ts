import { type RawBuilder, sql } from 'kysely'

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
