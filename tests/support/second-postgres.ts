import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { asAccount, findAccount, findBinaries } from '#server/platform/store/embedded/binaries.ts'
import { withClient } from '#server/platform/store/with-client.ts'
import { endProcess } from './end-process.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL server of its own with passwords, reached by TCP. */
export interface SecondPostgres {
  link: { host: string; port: number; user: string; password: string; database: string }
  /** The folder with its data. */
  data: string
  query(text: string): Promise<pg.QueryResult>
  /** `settings` are further ones of this start, such as `work_mem=8MB`. */
  start(settings?: readonly string[]): Promise<void>
  /** Ends the server at once, as a power failure would; `start` brings it back. */
  stop(): Promise<void>
  /** Ends the server and removes its files. */
  remove(): Promise<void>
}

const login = { user: 'archivist', password: 'archive-pass-1', database: 'postgres' }

/** A folder that the account of the server owns. */
function makeFolder(): string {
  const account = findAccount()
  const folder = mkdtempSync(join(tmpdir(), 'office-second-pg-'))
  chmodSync(folder, 0o755)
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}

/** A server on the data in a folder; `own` are settings of each start. */
async function buildServer(folder: string, own: readonly string[] = []): Promise<SecondPostgres> {
  const account = findAccount()
  const binaries = await findBinaries(account)
  const data = join(folder, 'data')
  const port = await freePort()
  const link = { host: '127.0.0.1', port, ...login }
  let child: ChildProcess | null = null
  const query = (text: string) => withClient(link, (client) => client.query(text))
  const server: SecondPostgres = {
    link,
    data,
    query,
    async start(more = []) {
      const base = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
      const settings = [...base, ...own, ...more]
      child = spawn(binaries.postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
        ...asAccount(account),
        cwd: '/',
        stdio: 'ignore',
      })
      const isUp = () =>
        query('select 1').then(
          () => true,
          () => false,
        )
      for (let tries = 0; !(await isUp()); tries++) {
        if (tries > 300) throw new Error('the second server did not start')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    async stop() {
      const running = child
      child = null
      await endProcess(running, 'SIGQUIT')
    },
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return server
}

/** Creates and starts a server. */
export async function startSecondPostgres(): Promise<SecondPostgres> {
  const account = findAccount()
  const binaries = await findBinaries(account)
  const folder = makeFolder()
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, login.password)
  chmodSync(passwordFile, 0o644)
  const server = await buildServer(folder)
  const made = spawnSync(
    binaries.initdb,
    [
      ...['-D', server.data, '-U', login.user, '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      ...['--locale=C', '-E', 'UTF8'],
    ],
    { ...asAccount(account), cwd: '/', encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stderr)
  await server.start()
  return server
}

/** Starts a server with a copy of the data of another one, which it follows and which is restarted for that. */
export async function startStandby(primary: SecondPostgres): Promise<SecondPostgres> {
  const folder = makeFolder()
  const { host, port, user, password } = primary.link
  const standby = await buildServer(folder, [
    `primary_conninfo=host=${host} port=${port} user=${user} password=${password}`,
  ])
  await primary.stop()
  execFileSync('cp', ['-a', primary.data, standby.data])
  rmSync(join(standby.data, 'postmaster.pid'), { force: true })
  writeFileSync(join(standby.data, 'standby.signal'), '')
  await primary.start()
  await standby.start()
  return standby
}
