import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, asAccount, type Binaries, findAccount, findBinaries, withRemedy } from './binaries.ts'
import { isAlive } from './process.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'

/** A running embedded server. */
export interface EmbeddedServer {
  /** The folder of its unix socket, to be used as `host`. */
  socketDir: string
  /** True when a server was reused that survived its former parent. */
  adopted: boolean
  /** Stops it and waits until its files are closed. */
  stop(): Promise<void>
  /** Leaves it running, because another process uses it. */
  leave(): void
}

export const ownerRole = 'office_owner'
const START_TIMEOUT_MS = 60_000

interface Survivor {
  pid: number
  socketDir: string
}

/** Whether `pid` is a PostgreSQL server of `folder`, and not another process with the same number. */
function servesFolder(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') {
    try {
      const [command = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return basename(command) === 'postgres' && args.includes(folder)
    } catch {
      return false
    }
  }
  const listed = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return listed.includes('postgres') && listed.includes(folder)
}

/** The content of PostgreSQL's own lock file in `folder`; its process may have ended. */
function readServerLock(folder: string): Survivor | null {
  let lines: string[]
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 1 ? { pid, socketDir: lines[4]?.trim() ?? '' } : null
}

/** The server that runs on `folder`. */
function findSurvivor(folder: string): Survivor | null {
  const lock = readServerLock(folder)
  return lock && servesFolder(lock.pid, folder) ? lock : null
}

/** The folder of the socket of the embedded server that runs on `{dataDir}/pg`; null where none runs. */
export const findRunning = (dataDir: string): string | null =>
  existsSync(dataDir) ? (findSurvivor(join(realpathSync(dataDir), 'pg'))?.socketDir ?? null) : null

/** PostgreSQL's message while processes of a killed server still use the folder's shared memory. */
const stillInUse = /FATAL: {2}pre-existing shared memory block .* is still in use/

type Answer = 'ready' | 'not yet'

/** Tries one connection; a server that starts or stops, and a socket that breaks, mean "not yet". */
async function probe(socketDir: string): Promise<Answer> {
  const client = new pg.Client({
    host: socketDir,
    user: ownerRole,
    database: 'postgres',
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    // Only an answer of the database is final.
    if (!(error instanceof pg.DatabaseError) || ['57P01', '57P02', '57P03'].includes(error.code ?? ''))
      return 'not yet'
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

function prepareDataFolder(dataDir: string, account: Account | null): void {
  mkdirSync(dataDir, { recursive: true })
  if (!account) return
  // Search permission is enough: the account owns the cluster's folder below. The data folder belongs to the product,
  // which may add this permission to a temporary folder of mode 0700; the folders above it are not changed.
  chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o011)
  const reach = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', dataDir], {
    ...asAccount(account),
    cwd: '/',
  })
  if (reach.status !== 0) {
    throw withRemedy(
      `以 root 身份运行时，内置数据库以 ${account.name} 身份工作，但它进不了数据目录 ${dataDir}。` +
        '请把 DATA_DIR 设到它能到达的目录，或给上级目录加上 o+x 权限',
    )
  }
}

/** Creates the cluster next to its final path, so that an interrupted first start leaves no incomplete one. */
function createCluster(binaries: Binaries, folder: string, account: Account | null): void {
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  if (account) chownSync(fresh, account.uid, account.gid)
  const args = [
    '-D',
    fresh,
    '-U',
    ownerRole,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ]
  const result = spawnSync(
    binaries.initdb,
    [...args, '--locale-provider=icu', '--icu-locale=zh-u-co-pinyin'],
    {
      ...asAccount(account),
      cwd: '/',
      encoding: 'utf8',
      env: { LC_ALL: 'C', TZ: 'Asia/Shanghai', PATH: process.env.PATH },
    },
  )
  if (result.status !== 0) throw withRemedy(`建立内置数据库失败：${result.stderr || result.error?.message}`)
  renameSync(fresh, folder)
}

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  timezone: 'Asia/Shanghai',
  log_timezone: 'Asia/Shanghai',
  password_encryption: 'scram-sha-256',
  // Details of errors hold whole rows.
  log_error_verbosity: 'terse',
}

/** Kilobytes of memory of its own that each process of the database may use. */
const MAX_PROCESS_MEMORY = 400_000
/**
 * A statement that joins texts to a gigabyte fails with an error of its own instead of using the memory of the machine;
 * no setting of PostgreSQL limits that. A system that has no such limit starts without it.
 */
const withMemoryLimit = `ulimit -d ${MAX_PROCESS_MEMORY} 2>/dev/null; exec "$0" "$@"`

/** Supervises the server: starts it or reuses a survivor, restarts it when it dies, stops it cleanly. */
class Supervisor implements EmbeddedServer {
  socketDir = ''
  adopted = false
  #pid = 0
  #child: ChildProcess | null = null
  #stopping = false
  #reviving = false
  #watch: NodeJS.Timeout | null = null

  constructor(
    readonly binaries: Binaries,
    readonly account: Account | null,
    readonly folder: string,
    readonly logFile: string,
  ) {}

  async start(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS
    for (;;) {
      const survivor = findSurvivor(this.folder)
      if (survivor && survivor.pid !== this.#pid) {
        this.#pid = survivor.pid
        this.socketDir = survivor.socketDir
        this.adopted = true
      } else if (!survivor && !this.#childRuns()) {
        this.#spawn()
      }
      if (this.socketDir && (await probe(this.socketDir)) === 'ready') break
      if (Date.now() > deadline) throw withRemedy(`内置数据库没有就绪，见日志 ${this.logFile}`)
      await sleep(50)
    }
    this.#pid = findSurvivor(this.folder)?.pid ?? this.#pid
    this.#watch ??= setInterval(() => this.#revive(), 500).unref()
  }

  #childRuns = (): boolean =>
    this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null

  #spawn(): void {
    const hasFailed = this.#child !== null && this.#child.exitCode !== null && this.#child.exitCode !== 0
    // The processes of a killed server end by themselves: the start is repeated until then.
    if (hasFailed && !this.#watch && !stillInUse.test(readFileSync(this.logFile, 'utf8')))
      throw withRemedy(`内置数据库启动失败，见日志 ${this.logFile}`)
    // After a crash the same socket folder is used, so that the pools find the server again.
    if (!this.socketDir || !existsSync(this.socketDir))
      this.socketDir = makeSocketFolder(dirname(this.folder), this.account)
    // The process id of a killed server may still exist: as its unreaped process, or as another process. It is known
    // not to be a server of this folder; PostgreSQL ignores the process id of a grandparent, and still
    // checks that no process uses the folder's shared memory.
    const formerPid = readServerLock(this.folder)?.pid
    this.adopted = false
    // The log of the last run is replaced; the log of a crash in this run is kept.
    const log = openSync(this.logFile, this.#watch ? 'a' : 'w', 0o600)
    const options = Object.entries({ ...settings, unix_socket_directories: this.socketDir })
    this.#child = spawn(
      '/bin/sh',
      [
        '-c',
        withMemoryLimit,
        this.binaries.postgres,
        '-D',
        this.folder,
        ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      // A process group of its own: Ctrl-C in the terminal must reach only the product, which stops the server last.
      {
        ...asAccount(this.account),
        cwd: '/',
        detached: true,
        stdio: ['ignore', log, log],
        env: { LC_ALL: 'C', ...(formerPid && { PG_GRANDPARENT_PID: String(formerPid) }) },
      },
    )
    this.#child.on('error', () => undefined)
    this.#child.unref()
    closeSync(log)
    this.#pid = this.#child.pid ?? 0
  }

  #revive(): void {
    if (this.#stopping || this.#reviving || servesFolder(this.#pid, this.folder)) return
    this.#reviving = true
    // A failure is in PostgreSQL's own log; meanwhile requests are answered with 503, and the next round tries again.
    this.start()
      .catch(() => undefined)
      .finally(() => {
        this.#reviving = false
      })
  }

  leave(): void {
    this.#stopping = true
    if (this.#watch) clearInterval(this.#watch)
  }

  async stop(): Promise<void> {
    this.leave()
    const pid = findSurvivor(this.folder)?.pid
    if (pid) {
      process.kill(pid, 'SIGINT')
      const deadline = Date.now() + 20_000
      while (servesFolder(pid, this.folder)) {
        if (Date.now() > deadline) {
          process.kill(pid, 'SIGQUIT')
          break
        }
        await sleep(20)
      }
    }
    if (this.socketDir) removeSocketFolder(this.socketDir)
  }
}

/** Starts (or reuses) the embedded PostgreSQL whose cluster is `{dataDir}/pg`, and waits until it answers. */
export async function startEmbedded(dataDir: string): Promise<EmbeddedServer> {
  const account = findAccount()
  const binaries = await findBinaries(account)
  prepareDataFolder(dataDir, account)
  // The real path, because a survivor is identified by the folder of its start.
  const home = realpathSync(dataDir)
  const folder = join(home, 'pg')
  if (!existsSync(join(folder, 'PG_VERSION'))) createCluster(binaries, folder, account)
  const logFile = join(home, 'postgres.log')
  const supervisor = new Supervisor(binaries, account, folder, logFile)
  await supervisor.start()
  return supervisor
}
