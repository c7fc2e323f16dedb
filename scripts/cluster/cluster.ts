import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { prepareLogins } from '#server/platform/store/roles.ts'
import { withClient } from '#server/platform/store/with-client.ts'
import { freePort, isListening } from '../../tests/support/free-port.ts'
import { awaitReplication, buildEtcd, buildNode, findPrimary, type Node, type Superuser } from './database.ts'
import { type RunningProcess, startProcess, waitUntil } from './processes.ts'
import { startHaproxy, startPgBouncer } from './proxies.ts'

/** An instance of the server, which `start` starts on the same port again. */
export interface Instance {
  name: string
  port: number
  /** Of its process; 0 while it does not run. */
  readonly pid: number
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
}

export interface Cluster {
  /** The address of the pages. */
  url: string
  adminPassword: string
  /** Where the nodes agree who is the primary; it keeps its data while it is stopped. */
  etcd: { start(): void; stop(): Promise<void> }
  nodes: readonly Node[]
  instances: readonly Instance[]
  /** The primary of the database, through the proxy. */
  primary: pg.ClientConfig
  stop(): Promise<void>
}

interface Options {
  /** An empty folder for the data and the logs. */
  folder: string
  /** The project with the built server. */
  root: string
  instances?: number
  /** Further settings of the instances. */
  env?: Record<string, string>
}

const isHealthy = async (port: number): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/healthz`)).ok

function buildInstance(
  { folder, root }: Pick<Options, 'folder' | 'root'>,
  { name, port, env }: { name: string; port: number; env: Record<string, string> },
): Instance {
  let running: RunningProcess | null = null
  return {
    name,
    port,
    get pid() {
      return running?.pid ?? 0
    },
    async start() {
      running = startProcess(name, [process.execPath, join(root, 'dist/server/main.js')], {
        folder,
        env: { ...env, PORT: String(port) },
      })
      await waitUntil(`instance ${name}, see ${join(folder, name)}.log`, () => isHealthy(port), 120)
    },
    stop: async () => await running?.stop(),
    kill: async () => await running?.kill(),
  }
}

/**
 * Starts on this machine what many machines run: etcd, two PostgreSQL with Patroni, HAProxy, PgBouncer and instances of
 * the server. Debian packages: patroni, etcd-server, postgresql, haproxy, pgbouncer. What was started is stopped when a later
 * step fails.
 */
export async function startCluster({
  folder,
  root,
  instances: count = 3,
  env = {},
}: Options): Promise<Cluster> {
  const started: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const part of started.reverse()) await part.stop()
    started.length = 0
  }
  const keep = <T extends { stop(): Promise<void> }>(part: T): T => {
    started.push(part)
    return part
  }
  try {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o755)
    const superuser: Superuser = { user: 'postgres', password: randomBytes(12).toString('hex') }
    const [etcdPort, peerPort] = [await freePort(), await freePort()]
    const etcd = keep(buildEtcd({ folder }, etcdPort, peerPort))
    etcd.start()
    await waitUntil('etcd', async () => (await fetch(`http://127.0.0.1:${etcdPort}/health`)).ok, 30)

    const nodes: Node[] = []
    for (const name of ['node1', 'node2'])
      nodes.push(
        keep(
          buildNode(
            { name, port: await freePort(), restPort: await freePort() },
            { folder, etcdPort, superuser },
          ),
        ),
      )
    nodes[0]?.start()
    await waitUntil('the first primary', async () => (await findPrimary(nodes)) !== undefined, 90)
    nodes[1]?.start()
    await awaitReplication(nodes, 90)

    const ports = { web: await freePort(), primary: await freePort(), replica: await freePort() }
    const webPorts: number[] = []
    for (let at = 0; at < count; at++) webPorts.push(await freePort())
    keep(startHaproxy({ folder }, ports, { nodes, instances: webPorts }))
    const owner = { host: '127.0.0.1', port: ports.primary, ...superuser }
    // HAProxy takes both nodes for the primary until it has asked them.
    await waitUntil('the proxy of the database', () => isSteady({ ...owner, database: 'postgres' }), 30)
    await prepareLogins(owner, 'office')
    const pooled = await freePort()
    keep(
      startPgBouncer(
        { folder },
        { port: pooled, target: ports.primary, users: { office_app: superuser.password } },
      ),
    )
    // A session of before the first start would have other settings.
    await waitUntil('PgBouncer', () => isListening(pooled), 30)

    const adminPassword = `${randomBytes(6).toString('hex')}-orchid-7`
    const address = (user: string, port: number) =>
      `postgres://${user}:${superuser.password}@127.0.0.1:${port}/office`
    const settings = {
      DATA_DIR: join(folder, 'data'),
      SECRET_KEY: randomBytes(32).toString('hex'),
      DATABASE_URL: address('office_app', pooled),
      DATABASE_DIRECT_URL: address('office_app', ports.primary),
      DATABASE_OWNER_URL: address(superuser.user, ports.primary),
      REPORT_DATABASE_URL: address('office_report', ports.primary),
      DATABASE_READ_URL: address('office_app', ports.replica),
      ADMIN_PASSWORD: adminPassword,
      TRUSTED_PROXY: '127.0.0.1',
      DEMO: '0',
      // As in deploy/.
      MALLOC_ARENA_MAX: '2',
      ...env,
    }
    const instances = webPorts.map((port, at) =>
      keep(buildInstance({ folder, root }, { name: `office${at + 1}`, port, env: settings })),
    )
    for (const instance of instances) await instance.start()
    await waitUntil('the proxy of the pages', () => isHealthy(ports.web), 30)
    return {
      url: `http://127.0.0.1:${ports.web}`,
      adminPassword,
      etcd,
      nodes,
      instances,
      primary: { ...owner, database: 'office' },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Whether ten connections, one after the other, lead to the primary. */
async function isSteady(link: pg.ClientConfig): Promise<boolean> {
  for (let count = 0; count < 10; count++) if (!(await isPrimary(link))) return false
  return true
}

const isPrimary = (link: pg.ClientConfig): Promise<boolean> =>
  withClient({ ...link, connectionTimeoutMillis: 2000 }, async (client) => {
    const { rows } = await client.query<{ isReplica: boolean }>('select pg_is_in_recovery() as "isReplica"')
    return rows[0]?.isReplica === false
  })
