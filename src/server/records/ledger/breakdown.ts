import { sql } from 'kysely'
import { toText } from '#runtime/kernel/json.ts'
import { zero } from '#runtime/record/ledger/cost.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { newId, type Stamp } from '../write.ts'
import { type Balance, describedColumns, firstDrafts } from './balances.ts'
import { type DraftEntry, dimensionKey, sumEntries } from './draft-entries.ts'
import {
  dimensionColumns,
  dimensionRow,
  idColumn,
  isStanding,
  matchDimensions,
  sameDimensions,
  sentColumn,
  sentRows,
} from './ledger-sql.ts'
import type { Breakdown, Ledger } from './open-ledger.ts'

/** The finer dimensions of an entry as they are stored, with their columns; blank ones are ''. */
export const finerDimensions = (
  { breakdown }: Ledger,
  { values }: Pick<DraftEntry, 'values'>,
): { column: Column; value: string }[] =>
  (breakdown?.ledger.dimensions ?? []).flatMap(({ key, entry, isFiner }) =>
    isFiner ? [{ column: entry, value: toText(entry.toDb(values[key])) }] : [],
  )

/**
 * Adds what is posted to the finer balances; returns the ids of the new ones. Those that they are parts of are locked, so nobody else
 * writes them.
 */
export async function addToBreakdown(
  trx: Trx,
  ledger: Ledger,
  balances: ReadonlyMap<string, Balance>,
  drafts: readonly DraftEntry[],
  stamp: Stamp,
): Promise<string[]> {
  const { breakdown } = ledger
  if (!breakdown) return []
  const { measures } = breakdown.ledger
  const counted = new Set(ledger.measures.map(({ key }) => key))
  const parts = drafts.flatMap((draft) => {
    const added = measures.flatMap(({ key }) => {
      const value = draft.measures.get(key)
      return value === undefined ? [] : [[key, value] as const]
    })
    if (added.length === 0) return []
    const described = Object.entries(draft.values).filter(([key]) => !counted.has(key))
    return [
      {
        ...draft,
        dimensions: [...draft.dimensions, ...finerDimensions(ledger, draft).map(({ value }) => value)],
        measures: new Map(added),
        values: {
          ...Object.fromEntries(described),
          [breakdown.balance.key]: balances.get(dimensionKey(draft.dimensions))?.id,
        },
      },
    ]
  })
  return parts.length === 0 ? [] : await addParts(trx, breakdown, parts, stamp)
}

/** Adds to the finer rows in one statement, and makes those that are missing. A reversal has their days read from the entries. */
async function addParts(
  trx: Trx,
  breakdown: Breakdown,
  parts: readonly DraftEntry[],
  stamp: Stamp,
): Promise<string[]> {
  const { ledger, balance } = breakdown
  const isReversal = parts.some(({ reverses }) => reverses !== null)
  const days = isReversal ? [] : breakdown.days
  const firsts = firstDrafts(parts)
  const described = [...new Set([...describedColumns(ledger, firsts), balance])]
  const sums = sumEntries(parts)
  const latest = latestDays(breakdown, parts)
  const rows = firsts.map(({ dimensions, values }) => {
    const key = dimensionKey(dimensions)
    return {
      id: newId(),
      ...dimensionRow(ledger, dimensions),
      ...Object.fromEntries(described.map((column) => [column.name, column.toDb(values[column.key])])),
      ...Object.fromEntries(
        ledger.measures.map((measure) => [
          measure.balance.name,
          (sums.get(key)?.get(measure.key) ?? zero).toFixed(),
        ]),
      ),
      ...latest.get(key),
    }
  })
  const measures = ledger.measures.map((measure) => measure.balance.name)
  const dates = days.map(({ column }) => column.name)
  const columns = [idColumn, ...dimensionColumns(ledger), ...described.map(sentColumn)]
  const sent = [
    ...columns,
    ...measures.map((name) => ({ name, type: 'numeric' })),
    ...days.map(({ column }) => sentColumn(column)),
  ]
  const names = [...columns.map(({ name }) => name), ...measures, ...dates]
  const sets = [
    ...measures.map(
      (name) => sql`${sql.id(name)} = coalesce(${sql.id('b', name)}, 0) + ${sql.id('l', name)}`,
    ),
    ...dates.map((name) => sql`${sql.id(name)} = greatest(${sql.id('b', name)}, ${sql.id('l', name)})`),
  ]
  const table = sql.id(ledger.balance.table)
  const { rows: written } = await sql<{ id: string; isNew: boolean }>`
    with l as materialized (select * from ${sentRows(sent, rows)}),
    changed as (
      update ${table} b set ${sql.join(sets)}, rev = b.rev + 1, update_by = ${stamp.username},
        update_time = ${stamp.time}::timestamp
      from l where ${sameDimensions(ledger, 'b')} returning b.id),
    added as (
      insert into ${table} (${sql.join(names.map((name) => sql.id(name)))}, rev, create_by, create_time, sys_org_code)
      select ${sql.join(names.map((name) => sql.id('l', name)))}, 1, ${stamp.username}, ${stamp.time}::timestamp, ${stamp.orgCode}
      from l where not exists (select from ${table} b where ${sameDimensions(ledger, 'b')}) returning id)
    select id, false as "isNew" from changed union all select id, true from added`.execute(trx)
  if (isReversal)
    await setDays(
      trx,
      breakdown,
      written.map(({ id }) => id),
    )
  return written.flatMap(({ id, isNew }) => (isNew ? [id] : []))
}

/** The days of the latest increase and decrease of the first measure, by dimensions and the names of their columns. */
function latestDays(
  { days, ledger }: Breakdown,
  parts: readonly DraftEntry[],
): Map<string, Record<string, string>> {
  const [measure] = ledger.measures
  const latest = new Map<string, Record<string, string>>()
  for (const { dimensions, measures, date } of parts) {
    const key = dimensionKey(dimensions)
    const row = latest.get(key) ?? {}
    latest.set(key, row)
    const value = measures.get(measure?.key ?? '') ?? zero
    const column = value.eq(0) ? undefined : days.find((day) => day.isIncrease === value.gt(0))?.column.name
    if (column !== undefined && date > (row[column] ?? '')) row[column] = date
  }
  return latest
}

/** The days of a row `c` as its entries say, by the names of the columns. */
function readDays({ days, ledger }: Breakdown) {
  const [measure] = ledger.measures
  const value = sql.id('e', measure?.entry.name ?? '')
  const day = sql.id('e', ledger.made.entryDate.name)
  const latest = days.map(
    ({ column, isIncrease }) =>
      sql`max(${day}) filter (where ${value} ${sql.raw(isIncrease ? '>' : '<')} 0) as ${sql.id(column.name)}`,
  )
  return sql`
    select ${sql.join(latest)} from ${sql.id(ledger.entries.table)} e
    where ${matchDimensions(ledger, ['e', 'entry'], ['c', 'balance'])} and ${isStanding(ledger, 'e')}`
}

/** Sets the days of these rows, null: of all, as their entries say. */
export async function setDays(trx: Trx, breakdown: Breakdown, ids: readonly string[] | null): Promise<void> {
  const { days, ledger } = breakdown
  if (days.length === 0) return
  const table = sql.id(ledger.balance.table)
  const sets = days.map(({ column: { name } }) => sql`${sql.id(name)} = ${sql.id('s', name)}`)
  const chosen = ids ? sql`c.id = any(${ids}::text[])` : sql`true`
  await sql`
    update ${table} b set ${sql.join(sets)} from ${table} c cross join lateral (${readDays(breakdown)}) s
    where c.id = b.id and ${chosen}`.execute(trx)
}

/** How many rows have days that their entries do not say. */
export async function countWrongDays(db: Db, { breakdown }: Ledger): Promise<number> {
  if (!breakdown || breakdown.days.length === 0) return 0
  const wrong = breakdown.days.map(
    ({ column: { name } }) => sql`${sql.id('c', name)} is distinct from ${sql.id('s', name)}`,
  )
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from ${sql.id(breakdown.ledger.balance.table)} c
    cross join lateral (${readDays(breakdown)}) s where ${sql.join(wrong, sql` or `)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Names the balance that each finer row is a part of, and what describes it, where a row was made from entries alone. */
export async function linkBreakdown(trx: Trx, ledger: Ledger): Promise<void> {
  const { breakdown } = ledger
  if (!breakdown) return
  const { balance } = breakdown.ledger
  const written = new Set([...breakdown.ledger.dimensions, ...ledger.measures].map(({ key }) => key))
  const described = [...balance.columns.values()].flatMap(({ key, name, field }) => {
    const from = ledger.balance.columns.get(key)
    const isPlain = field && field.compute === undefined && field.follow === undefined && !written.has(key)
    return isPlain && from ? [{ name, from: from.name }] : []
  })
  const sets = [
    sql`${sql.id(breakdown.balance.name)} = b.id`,
    ...described.map(
      ({ name, from }) => sql`${sql.id(name)} = coalesce(${sql.id('p', name)}, ${sql.id('b', from)})`,
    ),
  ]
  await sql`
    update ${sql.id(balance.table)} p set ${sql.join(sets)} from ${sql.id(ledger.balance.table)} b
    where ${matchParts(ledger, breakdown)} and ${sql.id('p', breakdown.balance.name)} is distinct from b.id`.execute(
    trx,
  )
}

/** Whether the finer row `p` is a part of the balance `b`. */
const matchParts = (ledger: Ledger, breakdown: Breakdown) =>
  sql.join(
    ledger.dimensions.map(({ balance }, at) => {
      const part = breakdown.ledger.dimensions[at]
      return sql`${sql.id('p', part?.balance.name ?? '')} = ${sql.id('b', balance.name)}`
    }),
    sql` and `,
  )

/** The ids of all finer rows. */
export async function listParts(db: Db, { ledger }: Breakdown): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.id(ledger.balance.table)} order by id`.execute(db)
  return rows.map(({ id }) => id)
}
