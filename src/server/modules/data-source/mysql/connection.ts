import mysql from 'mysql2'
import { appError } from '#runtime/kernel/errors.ts'
import { currentRequester } from '../../../platform/store/requester.ts'
import type { Credentials } from '../credentials.ts'

/** Milliseconds until an address that does not answer is given up. */
const CONNECT_TIMEOUT_MS = 5000

/** How connections are opened: values arrive exact and as text, and the library compiles no code from text. */
export const settings = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  charset: 'utf8mb4',
  disableEval: true,
  rowsAsArray: true,
  dateStrings: true,
  jsonStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  multipleStatements: false,
  enableKeepAlive: false,
  // The other side may not ask for files of this machine.
  flags: ['-LOCAL_FILES', '-MULTI_STATEMENTS', '-MULTI_RESULTS'],
} as const satisfies mysql.ConnectionOptions

/** What a session may do; `buildMySql` writes statements for this `sql_mode`. */
const session = [
  `set session sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,ONLY_FULL_GROUP_BY'`,
  'set session transaction read only',
]

export interface Limits {
  /** Milliseconds for the statement. */
  timeout: number
  /** Rows of an answer whose statement has no LIMIT of its own. */
  rows: number
}

const promised = <T>(start: (done: (error: Error | null, value?: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => start((error, value) => (error ? reject(error) : resolve(value as T))))

export const ask = (connection: mysql.Connection, text: string): Promise<unknown[][]> =>
  promised((done) => connection.query(text, (error, rows) => done(error, rows as unknown[][])))

/** MariaDB counts seconds, MySQL milliseconds; a server without such a limit is left by the caller's own timer. */
async function limit(connection: mysql.Connection, { timeout, rows }: Limits): Promise<void> {
  const [[version = ''] = []] = await ask(connection, 'select version()')
  const isMariaDb = String(version).includes('MariaDB')
  await ask(
    connection,
    isMariaDb
      ? `set session max_statement_time = ${timeout / 1000}`
      : `set session max_execution_time = ${timeout}`,
  )
  await ask(connection, `set session sql_select_limit = ${rows}`)
}

/** How long after the time limit of the other side the connection is cut. */
const GRACE = 2000

/** Rejects when the connection breaks, its time is over, or the person who waits is gone. */
function watch(connection: mysql.Connection, timeout: number, signal: AbortSignal | undefined) {
  let stop = (): void => undefined
  const ended = new Promise<never>((_, reject) => {
    const cut = () => reject(appError('REPORT_TIMEOUT'))
    const timer = setTimeout(cut, timeout + GRACE)
    signal?.addEventListener('abort', cut)
    connection.on('error', reject)
    stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cut)
    }
  })
  // A connection that breaks later must not end the process.
  ended.catch(() => undefined)
  return { ended, stop: () => stop() }
}

/** Signs in, runs the work in a read-only transaction and leaves; the connection never outlives it. */
export async function underMySql<T>(
  { host, port, name, user, password }: Credentials,
  limits: Limits,
  work: (connection: mysql.Connection) => Promise<T>,
): Promise<T> {
  const connection = mysql.createConnection({
    ...settings,
    flags: [...settings.flags],
    host,
    port,
    database: name,
    user,
    password,
  })
  const { ended, stop } = watch(connection, limits.timeout, currentRequester().signal())
  const run = async () => {
    await promised((done) => connection.connect(done))
    for (const text of session) await ask(connection, text)
    await limit(connection, limits)
    await ask(connection, 'start transaction read only')
    return await work(connection)
  }
  try {
    return await Promise.race([run(), ended])
  } finally {
    stop()
    connection.destroy()
  }
}
