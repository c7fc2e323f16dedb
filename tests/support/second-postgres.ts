import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { asAccount, findAccount, findBinaries } from '#server/platform/store/embedded/binaries.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL server of its own with passwords, reached by TCP. */
export interface SecondPostgres {
  link: { host: string; port: number; user: string; password: string; database: string }
  query(text: string): Promise<void>
  /** `settings` are further ones of this start, such as `work_mem=8MB`. */
  start(settings?: readonly string[]): Promise<void>
  /** Ends the server at once, as a power failure would; `start` brings it back. */
  stop(): Promise<void>
  /** Ends the server and removes its files. */
  remove(): Promise<void>
}

/** Creates and starts the server. */
export async function startSecondPostgres(): Promise<SecondPostgres> {
  const account = findAccount()
  const binaries = await findBinaries(account)
  const folder = mkdtempSync(join(tmpdir(), 'office-second-pg-'))
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, 'archive-pass-1')
  chmodSync(folder, 0o755)
  chmodSync(passwordFile, 0o644)
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const as = { ...asAccount(account), cwd: '/' }
  const made = spawnSync(
    binaries.initdb,
    [
      '-D',
      data,
      '-U',
      'archivist',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--locale=C',
      '-E',
      'UTF8',
    ],
    { ...as, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const port = await freePort()
  const link = {
    host: '127.0.0.1',
    port,
    user: 'archivist',
    password: 'archive-pass-1',
    database: 'postgres',
  }
  let child: ChildProcess | null = null
  const query = async (text: string) => {
    const client = new pg.Client(link)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(text)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const server: SecondPostgres = {
    link,
    query,
    async start(more = []) {
      const base = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
      const settings = [...base, ...more]
      child = spawn(binaries.postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
        ...as,
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
      if (!running) return
      const ended = new Promise((resolve) => running.once('exit', resolve))
      running.kill('SIGQUIT')
      await ended
    },
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}
