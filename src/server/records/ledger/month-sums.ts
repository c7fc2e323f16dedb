import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/store/database.ts'
import { type DraftEntry, sumEntries } from './draft-entries.ts'
import { dimensionTexts } from './ledger-sql.ts'
import type { Ledger, LedgerMeasure } from './open-ledger.ts'

/** The value of a measure in the sums of a month. */
const sumAt = (alias: string, { key }: LedgerMeasure) =>
  sql`coalesce((${sql.id(alias, 'sums')} ->> ${sql.lit(key)})::numeric, 0)`

/** Sums as stored: an object by the keys of the measures. */
const buildSums = (measures: readonly LedgerMeasure[], value: (measure: LedgerMeasure) => unknown) =>
  sql`jsonb_build_object(${sql.join(measures.flatMap((measure) => [sql.lit(measure.key), value(measure)]))})`

/**
 * Adds entries to the sums of their months. `sys_ledger_month` has for each month in which dimensions have entries what they add up to at
 * its end, so an entry of an earlier month adds to the later ones. The balances of the dimensions are locked.
 */
export async function addToMonths(trx: Trx, ledger: Ledger, entries: readonly DraftEntry[]): Promise<void> {
  const { measures, document } = ledger
  const months = new Set(entries.map(({ date }) => date.slice(0, 7)))
  const rows = [...months].flatMap((month) =>
    [...sumEntries(entries.filter(({ date }) => date.startsWith(month)))].map(([dimensions, sums]) => ({
      dimensions: JSON.parse(dimensions) as string[],
      month: `${month}-01`,
      sums: Object.fromEntries([...sums].map(([key, value]) => [key, value.toFixed()])),
    })),
  )
  const sent = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(dimensions jsonb, month date, sums jsonb)`
  await sql`
    insert into sys_ledger_month (ledger, dimensions, month, sums)
    select ${document.id}, l.dimensions, l.month, coalesce((select p.sums from sys_ledger_month p
      where p.ledger = ${document.id} and p.dimensions = l.dimensions and p.month < l.month
      order by p.month desc limit 1), '{}')
    from ${sent} on conflict do nothing`.execute(trx)
  const added = measures.map((measure) => sql`sum(${sumAt('l', measure)}) as ${sql.id(measure.key)}`)
  await sql`
    update sys_ledger_month m set sums = ${buildSums(measures, (measure) => sql`${sumAt('m', measure)} + ${sql.id('a', measure.key)}`)}
    from (select p.dimensions, p.month, ${sql.join(added)} from ${sent} join sys_ledger_month p
      on p.ledger = ${document.id} and p.dimensions = l.dimensions and p.month >= l.month group by 1, 2) a
    where m.ledger = ${document.id} and m.dimensions = a.dimensions and m.month = a.month`.execute(trx)
}

/**
 * What the entries of a balance `t` add up to at the end of a day: `from` is joined to `t`, `sum` is the value of a measure. Reads
 * the last month before, and the entries since.
 */
export function sumsUntil({ document, entries, dimensions, measures, made }: Ledger, day: string) {
  const month = `${day.slice(0, 7)}-01`
  const date = sql.id('e', made.entryDate.name)
  const keys = dimensions.map(({ entry }) => sql.id('e', entry.name))
  const sums = measures.map(
    (measure) => sql`sum(${sql.id('e', measure.entry.name)}) as ${sql.id(measure.key)}`,
  )
  const same = dimensions.map(
    ({ entry, balance }) => sql`${sql.id('s', entry.name)} = ${sql.id('t', balance.name)}`,
  )
  return {
    from: sql`
      left join (select ${sql.join([...keys, ...sums])} from ${sql.id(entries.table)} e
        where ${date} >= ${month}::date and ${date} <= ${day}::date group by ${sql.join(keys)}) s on ${sql.join(same, sql` and `)}
      left join lateral (select p.sums from sys_ledger_month p where p.ledger = ${document.id}
        and p.dimensions = ${dimensionTexts({ dimensions }, 't')} and p.month < ${month}::date
        order by p.month desc limit 1) m on true`,
    sum: (measure: LedgerMeasure) => sql`${sumAt('m', measure)} + coalesce(${sql.id('s', measure.key)}, 0)`,
  }
}

/** The sums of all months as the entries say. */
function summedMonths({ entries, dimensions, measures, made }: Ledger) {
  const month = sql`date_trunc('month', ${sql.id('e', made.entryDate.name)})::date`
  const texts = dimensionTexts({ dimensions }, 'e')
  return sql`select ${texts} as dimensions, ${month} as month, ${buildSums(
    measures,
    ({ entry }) =>
      sql`sum(coalesce(sum(${sql.id('e', entry.name)}), 0)) over (partition by ${texts} order by ${month})`,
  )} as sums from ${sql.id(entries.table)} e group by 1, 2`
}

/** How many sums of months are not those of the entries. */
export async function countWrongMonths(db: Db, ledger: Ledger): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from (select * from sys_ledger_month where ledger = ${ledger.document.id}) m
    full join (${summedMonths(ledger)}) s on s.dimensions = m.dimensions and s.month = m.month
    where m.sums is null or s.sums is null or (${sql.join(
      ledger.measures.map((measure) => sql`${sumAt('m', measure)} <> ${sumAt('s', measure)}`),
      sql` or `,
    )})`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Writes the sums of all months as the entries say; nobody posts meanwhile. */
export async function rebuildMonths(trx: Trx, ledger: Ledger): Promise<void> {
  const { id } = ledger.document
  await sql`delete from sys_ledger_month where ledger = ${id}`.execute(trx)
  await sql`insert into sys_ledger_month (ledger, dimensions, month, sums)
    select ${id}, s.* from (${summedMonths(ledger)}) s`.execute(trx)
}

/** Whether the ledger has sums of any month. */
export const hasMonths = async (db: Db, { document: { id } }: Ledger): Promise<boolean> =>
  (await sql`select from sys_ledger_month where ledger = ${id} limit 1`.execute(db)).rows.length > 0
