import pg from 'pg'
import { StartError } from './embedded/binaries.ts'
import { clientConfig, listSessionSettings, type PoolSettings } from './pool.ts'
import { ADVISORY_LOCKS } from './queue/advisory-locks.ts'
import { withClient } from './with-client.ts'

type Settings = Omit<PoolSettings, 'limits'>

/** Makes the settings defaults of this login in this database; a login may change its own defaults. */
async function storeDefaults(client: pg.Client, settings: Settings): Promise<void> {
  const expected = Object.entries(listSessionSettings(settings))
  const { rows } = await client.query<{ database: string; stored: string[] | null }>(
    `select current_database() as database, (
       select setconfig from pg_db_role_setting
       where setdatabase = (select oid from pg_database where datname = current_database())
         and setrole = (select oid from pg_roles where rolname = current_user)) as stored`,
  )
  const { database = '', stored = null } = rows[0] ?? {}
  const changed = expected.filter(([name, value]) => !stored?.includes(`${name}=${value}`))
  if (changed.length === 0) return
  await client.query('begin')
  // Simultaneous starts would change the same row of the catalogue.
  await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.schema])
  for (const [name, value] of changed)
    await client.query(
      `alter role current_user in database ${pg.escapeIdentifier(database)} set ${name} = ${pg.escapeLiteral(value)}`,
    )
  await client.query('commit')
}

/** The settings of the session that serves this client, as PostgreSQL writes them. */
async function readSettings(client: pg.Client, names: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1) order by name',
    [names],
  )
  return rows.map(({ name, setting }) => `${name}=${setting}`).join(' ')
}

/**
 * Settings of a session do not last behind a pooler that serves each transaction on another one, so they become defaults of
 * the login, stored through `direct`. Throws a StartError when a session behind the pooler has others.
 */
export async function preparePooled(
  direct: pg.ClientConfig,
  pooled: pg.ClientConfig,
  settings: Settings,
): Promise<void> {
  const names = Object.keys(listSessionSettings(settings))
  // The text of DateStyle in a setting differs from the text that PostgreSQL answers.
  const expected = await withClient(
    clientConfig(direct, { ...settings, isPooled: false }),
    async (client) => {
      await storeDefaults(client, settings)
      return await readSettings(client, names)
    },
  )
  const actual = await withClient(clientConfig(pooled, settings), (client) => readSettings(client, names))
  if (actual !== expected)
    throw new StartError(
      `PgBouncer 还在用旧的连接（${actual}），请在它的管理台执行 RECONNECT，或重启它 (PgBouncer still uses connections with other settings: run RECONNECT in its console, or restart it)`,
    )
}
