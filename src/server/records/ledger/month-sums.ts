import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/store/database.ts'
import type { Balance } from './balances.ts'
import { type DraftEntry, sumEntries } from './draft-entries.ts'
import { matchDimensions } from './ledger-sql.ts'
import type { Ledger, LedgerMeasure } from './open-ledger.ts'

/** The value of a measure in the sums of a month. */
const sumAt = (alias: string, { key }: LedgerMeasure) =>
  sql`coalesce((${sql.id(alias, 'sums')} ->> ${sql.lit(key)})::numeric, 0)`

/** Sums as stored: an object by the keys of the measures. */
const buildSums = (measures: readonly LedgerMeasure[], value: (measure: LedgerMeasure) => unknown) =>
  sql`jsonb_build_object(${sql.join(measures.flatMap((measure) => [sql.lit(measure.key), value(measure)]))})`

/**
 * Adds entries to the sums of their months. `sys_ledger_month` has for each month in which a balance has entries what they add up to at its
 * end, so an entry of an earlier month adds to the later ones. The balances are locked.
 */
export async function addToMonths(
  trx: Trx,
  { measures }: Ledger,
  balances: ReadonlyMap<string, Balance>,
  entries: readonly DraftEntry[],
): Promise<void> {
  const months = new Set(entries.map(({ date }) => date.slice(0, 7)))
  const rows = [...months].flatMap((month) =>
    [...sumEntries(entries.filter(({ date }) => date.startsWith(month)))].map(([dimensions, sums]) => ({
      balance: balances.get(dimensions)?.id,
      month: `${month}-01`,
      sums: Object.fromEntries([...sums].map(([key, value]) => [key, value.toFixed()])),
    })),
  )
  const sent = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(balance text, month date, sums jsonb)`
  await sql`
    insert into sys_ledger_month (balance, month, sums)
    select l.balance, l.month, coalesce((select p.sums from sys_ledger_month p
      where p.balance = l.balance and p.month < l.month order by p.month desc limit 1), '{}')
    from ${sent} where not exists (select from sys_ledger_month p where p.balance = l.balance and p.month = l.month)
    on conflict do nothing`.execute(trx)
  const added = measures.map((measure) => sql`sum(${sumAt('l', measure)}) as ${sql.id(measure.key)}`)
  await sql`
    update sys_ledger_month m set sums = ${buildSums(measures, (measure) => sql`${sumAt('m', measure)} + ${sql.id('a', measure.key)}`)}
    from (select p.balance, p.month, ${sql.join(added)} from ${sent} join sys_ledger_month p
      on p.balance = l.balance and p.month >= l.month group by 1, 2) a
    where m.balance = a.balance and m.month = a.month`.execute(trx)
}

/**
 * What the entries of a balance `t` add up to at the end of a day: `from` is joined to `t` and leaves out balances that have none yet,
 * `sum` is the value of a measure. Reads the latest month, less the entries of it after the day.
 */
export function sumsUntil(ledger: Ledger, day: string) {
  const { entries, measures, made } = ledger
  const month = sql`${`${day.slice(0, 7)}-01`}::date`
  const date = sql.id('e', made.entryDate.name)
  const sums = measures.map(({ key, entry }) => sql`sum(${sql.id('e', entry.name)}) as ${sql.id(key)}`)
  return {
    from: sql`
      cross join lateral (select p.sums from sys_ledger_month p where p.balance = t.id and p.month <= ${month}
        order by p.month desc limit 1) m
      left join lateral (select ${sql.join(sums)} from ${sql.id(entries.table)} e
        where ${matchDimensions(ledger, ['e', 'entry'], ['t', 'balance'])} and ${date} > ${day}::date and ${date} < ${month} + interval '1 month') s on true`,
    sum: (measure: LedgerMeasure) => sql`${sumAt('m', measure)} - coalesce(${sql.id('s', measure.key)}, 0)`,
  }
}

/** The sums of all months as the entries say. */
function summedMonths(ledger: Ledger) {
  const { entries, balance, dimensions, measures, made } = ledger
  const month = sql`date_trunc('month', ${sql.id('n', made.entryDate.name)})::date as month`
  const keys = dimensions.map(({ entry }) => sql.id('n', entry.name))
  const sums = measures.map(({ entry: { name } }) => sql`sum(${sql.id('n', name)}) as ${sql.id(name)}`)
  const until = (measure: LedgerMeasure) =>
    sql`sum(coalesce(${sql.id('e', measure.entry.name)}, 0)) over (partition by b.id order by e.month)`
  return sql`
    select b.id as balance, e.month, ${buildSums(measures, until)} as sums
    from (select ${sql.join([...keys, month, ...sums])} from ${sql.id(entries.table)} n
      group by ${sql.join(keys)}, month) e
    join ${sql.id(balance.table)} b on ${matchDimensions(ledger, ['e', 'entry'], ['b', 'balance'])}`
}

const storedMonths = ({ balance }: Ledger) =>
  sql`select m.* from sys_ledger_month m join ${sql.id(balance.table)} b on b.id = m.balance`

/** How many sums of months are not those of the entries. */
export async function countWrongMonths(db: Db, ledger: Ledger): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from (${storedMonths(ledger)}) m
    full join (${summedMonths(ledger)}) s on s.balance = m.balance and s.month = m.month
    where m.sums is null or s.sums is null or (${sql.join(
      ledger.measures.map((measure) => sql`${sumAt('m', measure)} <> ${sumAt('s', measure)}`),
      sql` or `,
    )})`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Writes the sums of all months as the entries say; nobody posts meanwhile. */
export async function rebuildMonths(trx: Trx, ledger: Ledger): Promise<void> {
  await sql`delete from sys_ledger_month m using ${sql.id(ledger.balance.table)} b where b.id = m.balance`.execute(
    trx,
  )
  await sql`insert into sys_ledger_month (balance, month, sums) ${summedMonths(ledger)}`.execute(trx)
}

/** Whether the ledger has sums of any month. */
export const hasMonths = async (db: Db, ledger: Ledger): Promise<boolean> =>
  (await sql`${storedMonths(ledger)} limit 1`.execute(db)).rows.length > 0
