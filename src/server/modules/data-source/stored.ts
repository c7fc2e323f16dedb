import { type RawBuilder, sql } from 'kysely'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Db } from '../../platform/store/database.ts'
import { type Credentials, type Dialect, dialectOfType } from './credentials.ts'
import { readPassword } from './password.ts'

const refuse = defineRefusals({
  DATA_SOURCE_DRIVER: '只能连接 PostgreSQL、MySQL 和 MariaDB',
  DATA_SOURCE_SYSTEM: '数据库 {name} 是数据库自己用的，不能作数据源',
  DATA_SOURCE_HOST: '服务器没有允许连接 {host}，请维护人员把它加到 DATA_SOURCE_HOSTS',
})

interface Row {
  id: string
  name: string
  db_type: string
  db_host: string
  db_port: number
  db_name: string
  db_username: string
}

/** A registered data source with the password that only the server knows. */
export interface StoredSource {
  name: string
  credentials: Credentials
}

export function requireDialect(dialect: Dialect | null): Dialect {
  if (dialect === null) throw refuse('DATA_SOURCE_DRIVER')
  return dialect
}

/** The schemas in which MySQL keeps accounts, settings and other people's statements. */
const systemSchemas: ReadonlySet<string> = new Set([
  'mysql',
  'information_schema',
  'performance_schema',
  'sys',
])

/** Refuses a database whose tables are about the server itself. */
export function requireData({ dialect, name }: Credentials): void {
  if (dialect === 'mysql' && systemSchemas.has(name.toLowerCase()))
    throw refuse('DATA_SOURCE_SYSTEM', { values: { name } })
}

/** Refuses a host that the operator did not list: a data source must not reach the services of the internal network. */
export function requireHost(allowed: readonly string[], { host, port }: Credentials): void {
  const address = `${host}:${port}`
  if (![address, host].some((name) => allowed.includes(name)))
    throw refuse('DATA_SOURCE_HOST', { values: { host: address } })
}

async function readSource(
  db: Db,
  secrets: Secrets,
  condition: RawBuilder<unknown>,
): Promise<StoredSource | null> {
  const { rows } = await sql<Row>`
    select id, name, db_type, db_host, db_port, db_name, db_username from sys_data_source where ${condition}`.execute(
    db,
  )
  const [row] = rows
  if (!row) return null
  return {
    name: row.name,
    credentials: {
      dialect: requireDialect(dialectOfType(row.db_type)),
      host: row.db_host,
      port: Number(row.db_port),
      name: row.db_name,
      user: row.db_username,
      password: (await readPassword(db, secrets, row.id)) ?? '',
    },
  }
}

/** Null for an unknown id; refuses a data source of another kind than those that reports read. */
export const sourceById = (db: Db, secrets: Secrets, id: string): Promise<StoredSource | null> =>
  readSource(db, secrets, sql`id = ${id}`)

/** Null for an unknown code; refuses a data source of another kind than those that reports read. */
export const sourceByCode = (db: Db, secrets: Secrets, code: string): Promise<StoredSource | null> =>
  readSource(db, secrets, sql`code = ${code}`)
