import { sql } from 'kysely'
import { caseTables, reportColumns } from '#runtime/schema/report-columns.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { Database, Db } from '../../platform/store/database.ts'
import { ADVISORY_LOCKS } from '../../platform/store/queue/advisory-locks.ts'
import { readColumnNames } from '../library/catalog.ts'

type Wanted = ReadonlyMap<string, Iterable<string>>

/** What the condition reads that a case belongs to the tenant of the reader. */
const caseColumns: [string, string[]][] = [
  ['sys_workflow_case', ['id', 'screen', 'tenant_id']],
  ['sys_workflow_task', ['case_id']],
]

/** The tables of a screen with the columns that reports may read, or the conditions on their rows. */
export const readableColumns = (screen: StoredScreen): [string, string[]][] => [
  ...reportColumns({ ...screen }).map(([table, columns]): [string, string[]] => [table, [...columns.keys()]]),
  ...(caseTables.has(screen.table.name) ? caseColumns : []),
]

const readRole = async (db: Db): Promise<string> =>
  (await sql<{ role: string }>`select current_user as role`.execute(db)).rows[0]?.role ?? ''

/** `table.column` pairs that a login may read by its own grants. */
async function granted(db: Db, role: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      cross join lateral aclexplode(a.attacl) as g
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
      and g.privilege_type = 'SELECT' and g.grantee = ${role}::regrole`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Grants the report login these columns and no other: private columns of a document, and tables without a
 * document, are unreadable for any SQL. Does nothing when reports have no login of their own.
 */
export async function grantColumns(
  { owner, app, report }: Pick<Database, 'owner' | 'app' | 'report'>,
  requested: Wanted,
) {
  const role = await readRole(report)
  if (role === (await readRole(app)) || role === (await readRole(owner))) return
  await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.schema})`.execute(trx)
    const [has, existing] = [await granted(trx, role), await readColumnNames(trx, [...requested.keys()])]
    const wants = new Set(
      [...requested].flatMap(([table, columns]) => [...columns].map((column) => `${table}.${column}`)),
    )
    const change = async (word: 'grant' | 'revoke', names: Iterable<string>) => {
      const whom = word === 'grant' ? sql`to ${sql.id(role)}` : sql`from ${sql.id(role)}`
      const changes = [...byTable(names)].map(([table, columns]) => {
        const list = sql.join(columns.map((column) => sql.id(column)))
        return sql`${sql.raw(word)} select (${list}) on ${sql.id(table)} ${whom};`
      })
      // One statement for all tables: a release may change the columns of hundreds.
      if (changes.length > 0)
        await sql`do $change$ begin ${sql.join(changes, sql` `)} end $change$`.execute(trx)
    }
    await change(
      'revoke',
      [...has].filter((name) => !wants.has(name)),
    )
    await change(
      'grant',
      [...wants].filter((name) => !has.has(name) && existing.has(name)),
    )
  })
}

function byTable(names: Iterable<string>): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  for (const name of names) {
    const [table = '', column = ''] = name.split('.')
    tables.set(table, [...(tables.get(table) ?? []), column])
  }
  return tables
}
