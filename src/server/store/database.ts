import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { Channel } from './channel.ts'
import { GuardedPool } from './pool.ts'

/** Tables are known from documents only, so every column is `unknown` to the compiler. */
export type Tables = Record<string, Record<string, unknown>>
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

/** The way to the data. Requests use `app`; only migrations and plans use `owner`; reports use `report`. */
export interface Database {
  /** No DDL; a statement may take 10 s, a lock 5 s. */
  app: Db
  /** One connection, all rights, no time limit. */
  owner: Db
  /** May only select, and none of the `sys_` tables where the login is its own. */
  report: Db
  /** Tells every instance, this one too; inside `trx` it is sent at commit. At most 7,000 bytes. */
  notify(channel: string, payload: string, trx?: Db): Promise<void>
  /** `onGap` is called after a reconnect: messages may have been missed. */
  listen(channel: string, listener: (payload: string) => void, onGap?: () => void): Promise<void>
  /** False while the database does not answer. */
  isUp(): boolean
  close(): Promise<void>
}

/** How each of the three logins connects. */
export interface Links {
  owner: pg.ClientConfig
  app: pg.ClientConfig
  report: pg.ClientConfig
}

const limits = { app: 10_000, report: 30_000 }

const kysely = (pool: GuardedPool): Db => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** Opens the three pools and the channel. Rejects when the database can't be reached now; later it reconnects by itself. */
export async function openDatabase(links: Links): Promise<Database> {
  const channel = new Channel(links.app, () => {
    for (const pool of pools) pool.cutAll()
  })
  const pool = (link: pg.ClientConfig, max: number, statementTimeout: number, readOnly = false) =>
    new GuardedPool(link, { max, statementTimeout, readOnly }, channel.isUp)
  const ownerPool = pool(links.owner, 1, 0)
  const appPool = pool(links.app, 20, limits.app)
  const reportPool = pool(links.report, 4, limits.report, true)
  const pools = [ownerPool, appPool, reportPool]
  await channel.open()
  const app = kysely(appPool)
  const owner = kysely(ownerPool)
  const report = kysely(reportPool)
  return {
    app,
    owner,
    report,
    notify: async (name, payload, trx = app) => {
      await sql`select pg_notify(${name}, ${payload})`.execute(trx)
    },
    listen: (name, listener, onGap) => channel.listen(name, listener, onGap),
    isUp: channel.isUp,
    close: async () => {
      await channel.close()
      await Promise.all([app.destroy(), owner.destroy(), report.destroy()])
    },
  }
}
