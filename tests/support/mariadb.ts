import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mysql from 'mysql2'
import { asAccount, findAccount } from '#server/platform/store/embedded/binaries.ts'
import { endProcess } from './end-process.ts'
import { freePort } from './free-port.ts'

/** A MariaDB server of its own with a password, reached by TCP. */
export interface MariaDb {
  link: { host: string; port: number; user: string; password: string; database: string }
  query(text: string): Promise<unknown>
  start(): Promise<void>
  /** Ends the server at once, as a power failure would; `start` brings it back. */
  stop(): Promise<void>
  /** Ends the server and removes its files. */
  remove(): Promise<void>
}

/** Creates and starts the server (Debian: mariadb-server-core). */
export async function startMariaDb(): Promise<MariaDb> {
  const account = findAccount()
  const folder = mkdtempSync(join(tmpdir(), 'office-mariadb-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const as = { ...asAccount(account), cwd: '/' }
  const data = join(folder, 'data')
  const made = spawnSync(
    'mariadb-install-db',
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--skip-name-resolve',
    ],
    { ...as, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.error?.message ?? made.stderr)
  const port = await freePort()
  const link = { host: '127.0.0.1', port, user: 'archivist', password: 'archive-pass-1', database: 'archive' }
  const start = join(folder, 'start.sql')
  writeFileSync(
    start,
    `create database if not exists ${link.database} character set utf8mb4;
create user if not exists ${link.user}@'%' identified by '${link.password}';
grant all on *.* to ${link.user}@'%';
`,
    { mode: 0o644 },
  )
  let child: ChildProcess | null = null
  const query = (text: string): Promise<unknown> => {
    const connection = mysql.createConnection({ ...link, multipleStatements: true, disableEval: true })
    connection.on('error', () => undefined)
    return new Promise((resolve, reject) => {
      connection.query(text, (error, rows) => {
        connection.destroy()
        if (error) reject(error)
        else resolve(rows)
      })
    })
  }
  const server: MariaDb = {
    link,
    query,
    async start() {
      const settings = [
        `--datadir=${data}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--init-file=${start}`,
      ]
      const files = [`--socket=${join(folder, 'socket')}`, `--pid-file=${join(folder, 'pid')}`]
      child = spawn(
        'mariadbd',
        // A commit is with the system when it is answered, so that `stop` loses none; it need not be on the disk.
        ['--no-defaults', ...settings, ...files, '--innodb-flush-log-at-trx-commit=2'],
        {
          ...as,
          stdio: 'ignore',
        },
      )
      const isUp = () =>
        query('select 1').then(
          () => true,
          () => false,
        )
      for (let tries = 0; !(await isUp()); tries++) {
        if (tries > 300) throw new Error('MariaDB did not start')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    async stop() {
      const running = child
      child = null
      await endProcess(running, 'SIGKILL')
    },
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}
