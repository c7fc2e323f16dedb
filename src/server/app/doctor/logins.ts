import type pg from 'pg'
import { getFirstError } from '../../platform/first-error.ts'
import type { Links } from '../../platform/store/database.ts'
import { APP_PERMITS, OWNER_PERMITS, REPORT_PERMITS } from '../../platform/store/queue/concurrency.ts'
import { withClient } from '../../platform/store/with-client.ts'
import { type Check, fault, formatReason, good, warning } from './check.ts'

const MIN_VERSION = 15
const CONNECT_MS = 5000
/** Milliseconds between the clocks of this machine and of the database. */
const MAX_CLOCK_MS = 2000
/** Connections of an instance beside its pools: LISTEN, and the runners of jobs. */
const FURTHER_CONNECTIONS = 1 + 4

type Login = keyof Links

/** The settings that name the logins. */
const settingNames: Readonly<Record<Login, string>> = {
  app: 'DATABASE_URL',
  direct: 'DATABASE_DIRECT_URL',
  owner: 'DATABASE_OWNER_URL',
  report: 'REPORT_DATABASE_URL',
  replica: 'DATABASE_READ_URL',
}

/** By the code of PostgreSQL or of the connection. */
const remedies: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong: correct it in the address',
  '28000': 'the server refuses this login from here: create the role, or add a line to pg_hba.conf',
  '3D000': 'create the database: createdb NAME',
  '08P01': 'the address leads to PgBouncer: set DATABASE_DIRECT_URL to the database itself',
  ECONNREFUSED: 'nothing listens there: start PostgreSQL, or correct host and port',
  ENOTFOUND: 'the name of the host is unknown: correct it',
  ETIMEDOUT: 'there is no answer: check the firewall between this machine and the database',
}

const connect = <T>(link: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ ...link, connectionTimeoutMillis: CONNECT_MS }, work)

async function readRow<T extends object>(client: pg.Client, text: string): Promise<T> {
  return (await client.query<T>(text)).rows[0] as T
}

/** Whether each login connects. */
export const listLoginChecks = (links: Links): Check[] =>
  (['app', 'direct', 'owner', 'report', 'replica'] as const).flatMap((login) => {
    const link = login === 'replica' ? links.replica?.app : links[login]
    if (!link) return []
    const run = async () => {
      try {
        const { name } = await connect(link, (client) =>
          readRow<{ name: string }>(client, 'select current_user as name'),
        )
        return good(`connects as ${name}`)
      } catch (error) {
        const { code } = getFirstError(error) as { code?: string }
        return fault(formatReason(error), remedies[code ?? ''] ?? `correct ${settingNames[login]}`)
      }
    }
    return [{ title: `login of ${settingNames[login]}`, run }]
  })

const versionCheck = (link: pg.ClientConfig): Check => ({
  title: 'version and encoding',
  run: () =>
    connect(link, async (client) => {
      const { version, encoding } = await readRow<{ version: number; encoding: string }>(
        client,
        `select current_setting('server_version_num')::int as version,
           current_setting('server_encoding') as encoding`,
      )
      const major = Math.floor(version / 10_000)
      if (major < MIN_VERSION)
        return fault(`PostgreSQL ${major}`, `upgrade the server to PostgreSQL ${MIN_VERSION} or newer`)
      if (encoding !== 'UTF8')
        return fault(
          `the encoding is ${encoding}`,
          'create the database with: createdb -E UTF8 -T template0 NAME',
        )
      return good(`PostgreSQL ${major}, UTF8`)
    }),
})

const clockCheck = (link: pg.ClientConfig): Check => ({
  title: 'clock',
  run: () =>
    connect(link, async (client) => {
      const start = Date.now()
      const { now } = await readRow<{ now: number }>(
        client,
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
      )
      const difference = Math.round(now - (start + Date.now()) / 2)
      const text = `${Math.abs(difference)} ms between this machine and the database`
      if (Math.abs(difference) <= MAX_CLOCK_MS) return good(text)
      return fault(text, 'synchronise both clocks (timedatectl set-ntp true, or chrony)')
    }),
})

interface Rights {
  isSuperuser: boolean
  mayCreate: boolean
}
const readRights = (link: pg.ClientConfig): Promise<Rights> =>
  connect(link, (client) =>
    readRow<Rights>(
      client,
      `select (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
         has_schema_privilege('public', 'create') as "mayCreate"`,
    ),
  )

const rightsCheck = ({ owner, direct, app, report }: Links): Check => ({
  title: 'rights of the logins',
  async run() {
    if (!(await readRights(owner)).mayCreate)
      return fault(
        'the login of DATABASE_OWNER_URL may not create tables',
        'make it the owner of the database: alter database NAME owner to LOGIN',
      )
    const restricted = { DATABASE_URL: direct ?? app, REPORT_DATABASE_URL: report }
    for (const [name, link] of Object.entries(restricted)) {
      const { isSuperuser, mayCreate } = await readRights(link)
      if (isSuperuser || mayCreate)
        return warning(
          `the login of ${name} ${isSuperuser ? 'is a superuser' : 'may create tables'}`,
          `create a login of its own for ${name}, and set DATABASE_OWNER_URL to the owner`,
        )
    }
    return good('the owner creates tables, the others do not')
  },
})

/** Connections of one instance at the database; those of requests are PgBouncer's where there is one. */
const countConnections = ({ direct }: Links): number =>
  OWNER_PERMITS.maxRunning +
  REPORT_PERMITS.maxRunning +
  FURTHER_CONNECTIONS +
  (direct ? 0 : APP_PERMITS.maxRunning)

const connectionsCheck = (links: Links): Check => ({
  title: 'connections',
  run: () =>
    connect(links.owner, async (client) => {
      const { free, used } = await readRow<{ free: number; used: number }>(
        client,
        `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as free,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
      )
      const needed = countConnections(links)
      const text = `the database allows ${free}, ${used} are used, an instance takes up to ${needed}`
      if (free >= needed) return good(`${text}: enough for ${Math.floor(free / needed)} instances`)
      return fault(text, 'raise max_connections of PostgreSQL, and restart it')
    }),
})

/**
 * A pooler in transaction mode serves a second client on the session of the first one, which is idle between two statements
 * but still connected.
 */
async function isPooled(link: pg.ClientConfig): Promise<boolean> {
  const readPid = (client: pg.Client) =>
    readRow<{ pid: number }>(client, 'select pg_backend_pid() as pid').then(({ pid }) => pid)
  return await connect(link, async (first) => {
    const pid = await readPid(first)
    return pid === (await connect(link, readPid))
  })
}

const poolerCheck = (links: Links): Check => ({
  title: 'pooler',
  async run() {
    for (const login of [links.direct ? 'direct' : 'app', 'owner', 'report'] as const) {
      const link = links[login]
      if (link && (await isPooled(link)))
        return fault(
          `${settingNames[login]} leads to a pooler in transaction mode`,
          'write the address of the database itself: DATABASE_DIRECT_URL for the login of DATABASE_URL',
        )
    }
    if (!links.direct) return good('none')
    return (await isPooled(links.app))
      ? good('DATABASE_URL leads to a pooler in transaction mode')
      : warning(
          'DATABASE_URL leads to no pooler in transaction mode',
          'without one, remove DATABASE_DIRECT_URL',
        )
  },
})

/** What the database has to offer, where its logins connect. */
export const listServerChecks = (links: Links): Check[] => [
  versionCheck(links.owner),
  clockCheck(links.owner),
  rightsCheck(links),
  connectionsCheck(links),
  poolerCheck(links),
]
