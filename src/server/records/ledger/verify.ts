import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/store/database.ts'
import { newId } from '../write.ts'
import { linkBreakdown, setDays } from './breakdown.ts'
import { dimensionAt, matchDimensions } from './ledger-sql.ts'
import { rebuildMonths } from './month-sums.ts'
import type { Ledger } from './open-ledger.ts'

/** A measure whose balance is not the sum of its entries; null where there is no balance. */
export interface Difference {
  dimensions: string[]
  measure: string
  balance: string | null
  sum: string
}

/** The sums of all entries by their dimensions, by the names of the balance's columns. */
const summed = ({ entries, dimensions, measures }: Ledger) => {
  const keys = dimensions.map(
    (dimension) => sql`${dimensionAt(dimension, 'e', 'entry')} as ${sql.id(dimension.balance.name)}`,
  )
  const sums = measures.map(
    ({ entry, balance }) => sql`coalesce(sum(${sql.id('e', entry.name)}), 0) as ${sql.id(balance.name)}`,
  )
  const groups = dimensions.map((dimension) => dimensionAt(dimension, 'e', 'entry'))
  return sql`select ${sql.join([...keys, ...sums])} from ${sql.id(entries.table)} e group by ${sql.join(groups)}`
}

/** Whether the sums `s` have the dimensions of a balance. */
const matchSums = (ledger: Ledger, balance: 'b' | 'c') =>
  matchDimensions(ledger, ['s', 'balance'], [balance, 'balance'])

/** The balances that are not the sums of their entries, at most `limit` of each measure; those of the breakdown come last. */
export async function findDifferences(db: Db, ledger: Ledger, limit: number): Promise<Difference[]> {
  const found: Difference[] = []
  const texts = ledger.dimensions.map(
    ({ balance: { name } }) => sql`coalesce(${sql.id('b', name)}::text, ${sql.id('s', name)}::text)`,
  )
  for (const { key, balance } of ledger.measures) {
    const [b, s] = [sql.id('b', balance.name), sql.id('s', balance.name)]
    const { rows } = await sql<Omit<Difference, 'measure'>>`
      select jsonb_build_array(${sql.join(texts)}) as dimensions, ${b}::text as balance, coalesce(${s}, 0)::text as sum
      from ${sql.id(ledger.balance.table)} b full join (${summed(ledger)}) s on ${matchSums(ledger, 'b')}
      where coalesce(${b}, 0) <> coalesce(${s}, 0) limit ${limit}`.execute(db)
    found.push(...rows.map((row) => ({ ...row, measure: key })))
  }
  const { breakdown } = ledger
  return breakdown ? [...found, ...(await findDifferences(db, breakdown.ledger, limit))] : found
}

/** Sets all balances and months to the sums of their entries; postings wait meanwhile. Returns how many balances changed. */
export async function rebuildBalances(trx: Trx, ledger: Ledger): Promise<number> {
  // All entries are read: a large ledger takes longer than a request may.
  await sql`select set_config('statement_timeout', '0', true)`.execute(trx)
  const changed = await rebuildSums(trx, ledger)
  await rebuildMonths(trx, ledger)
  return changed + (await rebuildBreakdown(trx, ledger))
}

/** Sets the balances of the breakdown to the sums of their entries. Returns how many changed. */
export async function rebuildBreakdown(trx: Trx, ledger: Ledger): Promise<number> {
  if (!ledger.breakdown) return 0
  const changed = await rebuildSums(trx, ledger.breakdown.ledger)
  await linkBreakdown(trx, ledger)
  await setDays(trx, ledger.breakdown, null)
  return changed
}

async function rebuildSums(trx: Trx, ledger: Ledger): Promise<number> {
  const table = sql.id(ledger.balance.table)
  await sql`lock table ${table} in exclusive mode`.execute(trx)
  const names = ledger.measures.map(({ balance }) => sql.id(balance.name))
  const missing = await sql<{ row: Record<string, string> }>`
    select to_jsonb(s) as row from (${summed(ledger)}) s
    where not exists (select from ${table} b where ${matchSums(ledger, 'b')})`.execute(trx)
  for (const { row } of missing.rows) {
    const columns = Object.keys(row)
    await sql`
      insert into ${table} (id, rev, create_time, ${sql.join(columns.map((name) => sql.id(name)))})
      values (${newId()}, 1, localtimestamp, ${sql.join(columns.map((name) => row[name]))})`.execute(trx)
  }
  const sets = names.map((name) => sql`${name} = coalesce(s.${name}, 0)`)
  const differ = names.map((name) => sql`coalesce(b.${name}, 0) <> coalesce(s.${name}, 0)`)
  const changed = await sql<{ id: string }>`
    update ${table} b set ${sql.join(sets)}, rev = b.rev + 1, update_time = localtimestamp
    from ${table} c left join (${summed(ledger)}) s on ${matchSums(ledger, 'c')}
    where c.id = b.id and (${sql.join(differ, sql` or `)}) returning b.id`.execute(trx)
  return missing.rows.length + changed.rows.length
}
