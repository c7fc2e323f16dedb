import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { asAccount, findAccount } from '#server/platform/store/embedded/binaries.ts'
import { endProcess } from './end-process.ts'
import { freePort, isListening } from './free-port.ts'

/** A PgBouncer in transaction mode (Debian: pgbouncer). */
export interface PgBouncer {
  /** The address of a database behind it, for a login. */
  buildUrl(user: string): string
  start(): Promise<void>
  /** Ends it and its connections at once; `start` brings it back. */
  stop(): Promise<void>
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

/** Starts it before the database of `link`; `settings` are further lines of its file. */
export async function startPgBouncer(
  link: Pick<pg.ClientConfig, 'host' | 'port' | 'database'>,
  users: readonly string[],
  settings: readonly string[] = [],
): Promise<PgBouncer> {
  const account = findAccount()
  const folder = mkdtempSync(join(tmpdir(), 'office-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const list = join(folder, 'users.txt')
  const target = [`host=${link.host}`, ...(link.port ? [`port=${link.port}`] : [])].join(' ')
  writeFileSync(list, users.map((user) => `"${user}" ""\n`).join(''))
  writeFileSync(
    file,
    `[databases]
${link.database} = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${list}
pool_mode = transaction
default_pool_size = 5
${settings.join('\n')}
`,
  )
  if (account) for (const path of [folder, file, list]) chownSync(path, account.uid, account.gid)
  let child: ChildProcess | null = null
  const bouncer: PgBouncer = {
    buildUrl: (user) => `postgres://${user}@127.0.0.1:${port}/${link.database}`,
    async start() {
      const started = spawn('pgbouncer', ['-q', file], { ...asAccount(account), cwd: '/', stdio: 'ignore' })
      let failure: Error | undefined
      started.once('error', (error) => {
        failure = error
      })
      child = started
      while (!(await isListening(port))) {
        if (failure) throw failure
        if (started.exitCode !== null) throw new Error(`pgbouncer ended with ${started.exitCode}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    async stop() {
      const running = child
      child = null
      await endProcess(running, 'SIGTERM')
    },
    async remove() {
      await bouncer.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await bouncer.start()
  return bouncer
}
