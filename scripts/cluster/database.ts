import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ProcessOptions, type RunningProcess, startProcess, waitUntil } from './processes.ts'

/** A PostgreSQL with its Patroni. */
export interface Node {
  name: string
  port: number
  /** The port at which Patroni says what the node is. */
  restPort: number
  /** The folder with its data. */
  home: string
  start(): void
  /** Ends Patroni and PostgreSQL at once. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export interface Superuser {
  user: string
  password: string
}

interface Member {
  name: string
  role: string
  state: string
}

const BINARIES = '/usr/lib/postgresql'

/** The folder with the binaries of the newest installed PostgreSQL. */
export function findServer(): string {
  const version = existsSync(BINARIES) ? readdirSync(BINARIES).sort().at(-1) : undefined
  if (!version) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  return join(BINARIES, version, 'bin')
}

/** As root the account `postgres`: PostgreSQL refuses root. */
export function findPostgresAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** The store in which the nodes agree who is the primary. */
export function buildEtcd(options: ProcessOptions, port: number, peerPort: number) {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  let running: RunningProcess | null = null
  return {
    start() {
      running = startProcess(
        'etcd',
        [
          'etcd',
          ...['--data-dir', join(options.folder, 'etcd')],
          ...['--listen-client-urls', client, '--advertise-client-urls', client],
          ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
          ...['--initial-cluster', `default=${peer}`],
        ],
        options,
      )
    },
    async stop() {
      await running?.stop()
      running = null
    },
  }
}

/** JSON is YAML. The primary waits for the log of the other node, as long as there is one. */
const buildConfig = (
  { name, port, restPort, home }: Pick<Node, 'name' | 'port' | 'restPort' | 'home'>,
  { etcdPort, superuser }: { etcdPort: number; superuser: Superuser },
) => ({
  scope: 'office',
  name,
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  etcd3: { host: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: {
      ttl: 20,
      loop_wait: 2,
      retry_timeout: 5,
      synchronous_mode: true,
      // Without etcd the primary goes on as long as every node answers that it follows.
      failsafe_mode: true,
      postgresql: {
        use_pg_rewind: true,
        parameters: {
          ...{ max_connections: 200, hot_standby_feedback: 'on', wal_keep_size: '256MB' },
          // Commits wait as long for a node that has stopped to answer.
          wal_sender_timeout: '10s',
        },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    pg_hba: [
      'local all all trust',
      'host all all 127.0.0.1/32 scram-sha-256',
      'host replication all 127.0.0.1/32 scram-sha-256',
    ],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: join(home, 'data'),
    bin_dir: findServer(),
    pgpass: join(home, 'pgpass'),
    authentication: {
      superuser: { username: superuser.user, password: superuser.password },
      replication: { username: 'replicator', password: superuser.password },
      rewind: { username: superuser.user, password: superuser.password },
    },
    parameters: { unix_socket_directories: home },
  },
})

/** A node, which `start` starts; the first one that starts makes the database. */
export function buildNode(
  place: Pick<Node, 'name' | 'port' | 'restPort'>,
  { folder, etcdPort, superuser }: { folder: string; etcdPort: number; superuser: Superuser },
): Node {
  const account = findPostgresAccount()
  const home = join(folder, place.name)
  const file = join(home, 'patroni.yml')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(buildConfig({ ...place, home }, { etcdPort, superuser })), {
    mode: 0o600,
  })
  if (account.uid !== undefined && account.gid !== undefined)
    for (const path of [home, file]) chownSync(path, account.uid, account.gid)
  let running: RunningProcess | null = null
  return {
    ...place,
    home,
    start() {
      running = startProcess(place.name, ['patroni', file], { folder, account })
    },
    async kill() {
      // The server has a group of its home.
      const lock = join(home, 'data/postmaster.pid')
      const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : 0
      await running?.kill()
      running = null
      try {
        if (pid > 0) process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    },
    async stop() {
      await running?.stop()
      running = null
    },
  }
}

/** What the nodes are, as one of them answers. */
export async function readMembers(nodes: readonly Node[]): Promise<Member[]> {
  for (const { restPort } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => null)
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

export async function findPrimary(nodes: readonly Node[]): Promise<Node | undefined> {
  for (const node of nodes) {
    const answer = await fetch(`http://127.0.0.1:${node.restPort}/primary`).catch(() => null)
    if (answer?.ok) return node
  }
  return undefined
}

/**
 * Waits until there is a primary that takes saves and whose commits wait for another node. One that has just started again
 * has the lock, and the name of the other node, before it does either.
 */
export const awaitReplication = (nodes: readonly Node[], seconds: number): Promise<void> =>
  waitUntil(
    'a primary with a synchronous replica',
    async () => {
      if (!(await findPrimary(nodes))) return false
      return (await readMembers(nodes)).some(({ role }) => role === 'sync_standby')
    },
    seconds,
  )
