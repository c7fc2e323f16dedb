import { sql } from 'kysely'
import { tenantColumn } from '../../documents/plan/tables.ts'
import type { Trx } from '../../platform/store/database.ts'
import { and, type Sql } from '../query/condition.ts'
import type { Values } from '../read/record.ts'
import { toWire } from '../read/wire.ts'
import type { Resource } from '../resource.ts'
import { type NewRow, type Stamp, storedValues } from '../write.ts'
import { nextNumbers } from './numbering.ts'

/**
 * Inserts a head with its numbers and returns the stored row; null when row rules hide it from its user.
 * It is one statement, because other saves wait for the counters from here to the commit.
 */
export async function insertRecord(
  trx: Trx,
  resource: Resource,
  row: NewRow,
  rules: readonly Sql[],
  stamp: Stamp,
  now: Date,
): Promise<Values | null> {
  const { counters, values } = await nextNumbers(trx, resource, {
    now,
    orgCode: stamp.orgCode,
    tenantId: Number(row.extra?.[tenantColumn] ?? 0),
  })
  const stored = { ...storedValues(resource.columns, row, stamp), ...Object.fromEntries(values) }
  const columns = [...resource.columns.values()]
  const { rows } = await sql<Values>`
    ${counters.length > 0 ? sql`with ${sql.join(counters)}` : sql``}
    insert into ${sql.id(resource.table)} as t (${sql.join(Object.keys(stored).map((name) => sql.id(name)))})
    values (${sql.join(Object.values(stored))})
    returning ${sql.join(columns.map(({ ref }) => ref))}, (${and(rules)}) as "#isSeen"`.execute(trx)
  const [inserted] = rows
  return inserted?.['#isSeen'] === true ? toWire(inserted, columns) : null
}
