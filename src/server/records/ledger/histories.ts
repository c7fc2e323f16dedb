import { sql } from 'kysely'
import { type Big, toBig } from '#runtime/kernel/decimal.ts'
import { type Holding, zero } from '#runtime/record/ledger/cost.ts'
import type { Trx } from '../../platform/store/database.ts'
import { type Costing, dimensionKey } from './draft-entries.ts'
import {
  adjustedValue,
  dimensionColumns,
  dimensionRow,
  dimensionTexts,
  isStanding,
  sameDimensions,
  sentRows,
} from './ledger-sql.ts'
import type { Ledger } from './open-ledger.ts'

/** An entry whose cost counts: neither taken back nor taking back nor adjusting another one. */
export interface StoredEntry {
  id: string
  dimensions: readonly string[]
  day: string
  quantity: Big
  /** With its adjustments. */
  amount: Big
  costing: Costing
  source: string | null
  sourceRow: string | null
}

/** The entries of a set of dimensions in their order, and what was there before the first of them. */
export interface History {
  opening: Holding
  entries: StoredEntry[]
}

/** How the column of an entry says where its amount is from. */
export const storedCosting: Readonly<Record<Costing, string | null>> = {
  posted: null,
  computed: 'Y',
  'taken over': 'T',
}

const readCosting = (stored: string | null): Costing =>
  stored === storedCosting.computed ? 'computed' : stored === null ? 'posted' : 'taken over'

/**
 * By `dimensionKey`: the entries after the last closed day, for each of the dimensions; of all days where the oldest goes out
 * first.
 */
export async function readHistories(
  trx: Trx,
  ledger: Ledger,
  dimensions: readonly (readonly string[])[],
  closed: string | null,
): Promise<Map<string, History>> {
  const { cost, made, entries } = ledger
  const histories = new Map<string, History>(
    dimensions.map((set) => [dimensionKey(set), { opening: { quantity: zero, amount: zero }, entries: [] }]),
  )
  if (!cost || dimensions.length === 0) return histories
  const [quantity, amount] = [cost.quantity.entry.name, cost.amount.entry.name].map((name) =>
    sql.id('e', name),
  )
  const column = (alias: string, key: keyof Ledger['made']) => sql.id(alias, made[key].name)
  const rows = sentRows(
    dimensionColumns(ledger),
    dimensions.map((entry) => dimensionRow(ledger, entry)),
  )
  const from = cost.method === 'average' ? (closed ?? '0001-01-01') : '0001-01-01'
  const before = await sql<{ dimensions: string[]; quantity: string; amount: string }>`
    select ${dimensionTexts(ledger, 'l')} as dimensions, coalesce(sum(${quantity}), 0)::text as quantity,
      coalesce(sum(${amount}), 0)::text as amount
    from ${rows} join ${sql.id(entries.table)} e on ${sameDimensions(ledger, 'e')}
    where ${column('e', 'entryDate')} <= ${from}::date group by 1`.execute(trx)
  for (const row of before.rows) {
    const opening = histories.get(dimensionKey(row.dimensions))?.opening
    if (!opening) continue
    opening.quantity = toBig(row.quantity) ?? zero
    opening.amount = toBig(row.amount) ?? zero
  }
  const stored = await sql<{
    id: string
    dimensions: string[]
    day: string
    quantity: string
    amount: string
    costed: string | null
    source: string | null
    source_row: string | null
  }>`
    select e.id, ${dimensionTexts(ledger, 'l')} as dimensions, to_char(${column('e', 'entryDate')}, 'YYYY-MM-DD') as day,
      coalesce(${quantity}, 0)::text as quantity, ${column('e', 'costed')} as costed, ${column('e', 'source')} as source,
      ${column('e', 'sourceRow')} as source_row,
      ${adjustedValue(ledger, cost.amount)}::text as amount
    from ${rows} join ${sql.id(entries.table)} e on ${sameDimensions(ledger, 'e')}
    where ${column('e', 'entryDate')} > ${from}::date and ${column('e', 'adjusts')} is null and ${isStanding(ledger, 'e')}
    order by ${column('e', 'entryDate')}, e.id`.execute(trx)
  for (const row of stored.rows)
    histories.get(dimensionKey(row.dimensions))?.entries.push({
      id: row.id,
      dimensions: row.dimensions,
      day: row.day,
      quantity: toBig(row.quantity) ?? zero,
      amount: toBig(row.amount) ?? zero,
      costing: readCosting(row.costed),
      source: row.source,
      sourceRow: row.source_row,
    })
  return histories
}

/** The dimensions into which the records of the entries have moved what they took away. */
export async function readTakers(
  trx: Trx,
  ledger: Ledger,
  taken: readonly Pick<StoredEntry, 'source'>[],
): Promise<string[][]> {
  const { entries, made } = ledger
  const sources = [...new Set(taken.flatMap(({ source }) => source ?? []))]
  if (sources.length === 0) return []
  const { rows } = await sql<{ dimensions: string[] }>`
    select distinct ${dimensionTexts(ledger, 'e')} as dimensions from ${sql.id(entries.table)} e
    where ${sql.id('e', made.source.name)} = any(${sources}::text[])
      and ${sql.id('e', made.costed.name)} = ${storedCosting['taken over']} and ${isStanding(ledger, 'e')}`.execute(
    trx,
  )
  return rows.map((row) => row.dimensions)
}
