import { sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Db, Links } from './database.ts'
import { ownerRole } from './embedded/embedded.ts'
import { ADVISORY_LOCKS } from './queue/advisory-locks.ts'

const appRole = 'office_app'
const reportRole = 'office_report'
const databaseName = 'office'
const reportBounds = [
  'default_transaction_read_only = on',
  "statement_timeout = '30s'",
  "temp_file_limit = '1GB'",
]

/** Creates the database and the two restricted logins of the embedded server when they are missing. */
export const prepareEmbedded = (socketDir: string): Promise<Links> =>
  prepareLogins({ host: socketDir, user: ownerRole }, databaseName)

/** Creates a database and the two restricted logins when they are missing; the logins have the password of `owner`. */
export async function prepareLogins(owner: pg.ClientConfig, database: string): Promise<Links> {
  const link = (user: string) => ({ ...owner, user, database })
  const password = owner.password ? ` password ${pg.escapeLiteral(String(owner.password))}` : ''
  const client = new pg.Client({ ...owner, database: 'postgres' })
  await client.connect()
  try {
    for (const role of [appRole, reportRole]) {
      const existing = await client.query('select 1 from pg_roles where rolname = $1', [role])
      if (existing.rowCount === 0)
        await client.query(`create role ${role} login nosuperuser nocreatedb nocreaterole${password}`)
    }
    // Settings of the role itself, for every session: read-only, time limits, and temporary files on the disk.
    const bound = await client.query('select 1 from pg_roles where rolname = $1 and rolconfig is not null', [
      reportRole,
    ])
    if (bound.rowCount === 0)
      for (const setting of reportBounds) await client.query(`alter role ${reportRole} set ${setting}`)
    const existing = await client.query('select 1 from pg_database where datname = $1', [database])
    if (existing.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`)
  } catch (error) {
    // Two processes may prepare one server at the same moment (as in tests): the other one has created it.
    if (!['23505', '42710', '42P04', 'XX000'].includes((error as { code?: string }).code ?? '')) throw error
    await client.end()
    return prepareLogins(owner, database)
  } finally {
    await client.end().catch(() => undefined)
  }
  return { owner: { ...owner, database }, app: link(appRole), report: link(reportRole) }
}

/**
 * The three logins of a server from DATABASE_URL; a missing one falls back to it, with a warning. Only `app` may lead to a
 * pooler: the others need sessions of their own, or are few.
 */
export function buildLinks(config: Config, warn: (text: string) => void): Links {
  const { databaseUrl, databaseDirectUrl } = config
  const direct = databaseDirectUrl ?? databaseUrl
  if (!config.databaseOwnerUrl) {
    warn('没有 DATABASE_OWNER_URL：服务以同一账户运行，业务请求也能改表结构')
  }
  if (!config.reportDatabaseUrl) {
    warn('没有 REPORT_DATABASE_URL：报表以业务账户查询，只靠只读事务保护')
  }
  return {
    app: { connectionString: databaseUrl },
    ...(databaseDirectUrl && { direct: { connectionString: databaseDirectUrl } }),
    owner: { connectionString: config.databaseOwnerUrl ?? direct },
    report: { connectionString: config.reportDatabaseUrl ?? direct },
    ...(config.databaseReadUrl && { replica: buildReplica(config, config.databaseReadUrl) }),
  }
}

/** The logins at the replica, which has those of the primary; only its host, port and database count. */
function buildReplica(
  { databaseUrl, reportDatabaseUrl }: Pick<Config, 'databaseUrl' | 'reportDatabaseUrl'>,
  address: string,
): NonNullable<Links['replica']> {
  const report = new URL(address)
  const login = new URL(reportDatabaseUrl ?? databaseUrl ?? address)
  report.username = login.username
  report.password = login.password
  return { app: { connectionString: address }, report: { connectionString: report.href } }
}

const readLogin = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ login: string }>`select current_user as login`.execute(db)
  return rows[0]?.login ?? ''
}

/**
 * Grants the two restricted logins their rights on all tables, and on future tables of documents.
 * The report login reads no table until a document exposes some of its columns (`reports/grants.ts`).
 */
export async function grantRights(db: { owner: Db; app: Db; report: Db }): Promise<void> {
  const owner = await readLogin(db.owner)
  const app = await readLogin(db.app)
  const report = await readLogin(db.report)
  await db.owner.transaction().execute(async (trx) => {
    // Simultaneous starts would change the same rows of the catalogue.
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.schema})`.execute(trx)
    if (app !== owner) await grantApp(trx, app)
    if (report !== owner && report !== app) await grantReport(trx, report)
  })
}

const run = (db: Db, text: string, role: string) =>
  sql.raw(text.replaceAll('$role', pg.escapeIdentifier(role))).execute(db)

async function grantApp(db: Db, role: string): Promise<void> {
  await run(db, 'grant usage on schema public to $role', role)
  await run(db, 'grant select, insert, update, delete on all tables in schema public to $role', role)
  await run(db, 'grant usage, select on all sequences in schema public to $role', role)
  await run(db, 'grant execute on function sys_plan_run, sys_queue_run to $role', role)
  const later = 'alter default privileges in schema public'
  await run(db, `${later} grant select, insert, update, delete on tables to $role`, role)
  await run(db, `${later} grant usage, select on sequences to $role`, role)
}

async function grantReport(db: Db, role: string): Promise<void> {
  await run(db, 'grant usage on schema public to $role', role)
  await run(db, 'alter default privileges in schema public revoke select on tables from $role', role)
  // Grants on whole tables from earlier versions. Revoking them removes column grants too, so it is done only when needed.
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.role_table_grants
    where table_schema = 'public' and privilege_type = 'SELECT' and grantee = ${role}`.execute(db)
  for (const { name } of rows) await run(db, `revoke all on ${pg.escapeIdentifier(name)} from $role`, role)
}
