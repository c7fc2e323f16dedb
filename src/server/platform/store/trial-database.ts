import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type TransactionSettings,
} from 'kysely'
import type { Database, Db, Trx } from './database.ts'
import { currentRequester, runInTransaction } from './requester.ts'
import type { SystemTables } from './system-tables.ts'

/** The longest statement of a trial: other writes of the same rows wait for it. */
const TRIAL_STATEMENT_TIMEOUT = '10s'
/** The longest wait for a table that others use: meanwhile their next requests wait behind it. */
const TRIAL_LOCK_TIMEOUT = '3s'

/** Limits the statements of the transaction of a trial. */
export async function limitTrial(trx: Db): Promise<void> {
  await sql`select set_config('lock_timeout', ${TRIAL_LOCK_TIMEOUT}, true), set_config('statement_timeout', ${TRIAL_STATEMENT_TIMEOUT}, true)`.execute(
    trx,
  )
}

class TrialConnection implements DatabaseConnection {
  isInTransaction = false
  readsOnly = false

  constructor(readonly driver: TrialDriver) {}

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.driver.run<R>(query, this.isInTransaction)
  }

  // biome-ignore lint/correctness/useYield: the contract of drivers needs it, nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('a trial streams no rows')
  }
}

/** Connections that share one transaction: what they begin is a savepoint of it. */
class TrialDriver implements Driver {
  /** Statements run one after the other, each with its savepoint. */
  #statements: Promise<unknown> = Promise.resolve()
  #transactions: Promise<void> = Promise.resolve()
  readonly #ends = new WeakMap<TrialConnection, () => void>()

  constructor(readonly trx: Trx) {}

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async releaseConnection(): Promise<void> {}

  async acquireConnection(): Promise<TrialConnection> {
    if (currentRequester().isInTransaction) throw new Error('a transaction asked for a second connection')
    return new TrialConnection(this)
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#statements.then(work)
    this.#statements = done.catch(() => undefined)
    return done
  }

  #say = (text: string) => sql.raw(text).execute(this.trx)

  /** Outside of a transaction a statement that fails must not end the one around it. */
  run<R>(query: CompiledQuery, isInTransaction: boolean): Promise<QueryResult<R>> {
    return this.#alone(async () => {
      if (isInTransaction) return await this.trx.executeQuery<R>(query)
      await this.#say('savepoint trial_statement')
      try {
        return await this.trx.executeQuery<R>(query)
      } catch (error) {
        await this.#say('rollback to savepoint trial_statement')
        throw error
      } finally {
        await this.#say('release savepoint trial_statement')
      }
    })
  }

  async beginTransaction(connection: TrialConnection, { accessMode }: TransactionSettings): Promise<void> {
    const before = this.#transactions
    this.#transactions = new Promise((resolve) => this.#ends.set(connection, resolve))
    await before
    await this.#alone(() => this.#say('savepoint trial_transaction'))
    connection.isInTransaction = true
    connection.readsOnly = accessMode === 'read only'
    if (connection.readsOnly) await this.#alone(() => this.#say('set transaction read only'))
  }

  commitTransaction(connection: TrialConnection): Promise<void> {
    // Cursors and settings end with a transaction, and with a savepoint only when it is rolled back.
    return connection.readsOnly ? this.rollbackTransaction(connection) : this.#end(connection, [])
  }

  rollbackTransaction(connection: TrialConnection): Promise<void> {
    return this.#end(connection, ['rollback to savepoint trial_transaction'])
  }

  async #end(connection: TrialConnection, first: readonly string[]): Promise<void> {
    try {
      await this.#alone(async () => {
        for (const text of [...first, 'release savepoint trial_transaction']) await this.#say(text)
        // A transaction may have set limits of its own until its end.
        await limitTrial(this.trx)
      })
    } finally {
      connection.isInTransaction = false
      this.#ends.get(connection)?.()
    }
  }
}

/**
 * A database whose logins are all the given transaction: the caller rolls it back, and with it all that was stored. Nothing
 * is notified, and nothing is heard.
 */
export function openTrialDatabase(trx: Trx): Database {
  const driver = new TrialDriver(trx)
  const db = new Kysely<SystemTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (over) => new PostgresIntrospector(over),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return {
    app: db,
    owner: db,
    report: db,
    write: (work) => db.transaction().execute((inner) => runInTransaction(() => work(inner))),
    notify: async () => undefined,
    listen: async () => undefined,
    isUp: () => true,
    close: async () => undefined,
  }
}
