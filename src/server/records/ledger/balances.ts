import { sql } from 'kysely'
import { type Big, toBig } from '#runtime/kernel/decimal.ts'
import { zero } from '#runtime/record/ledger/cost.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { Trx } from '../../platform/store/database.ts'
import { newId, type Stamp } from '../write.ts'
import { type DraftEntry, dimensionKey, sumEntries } from './draft-entries.ts'
import {
  dimensionColumns,
  dimensionOrder,
  dimensionRow,
  dimensionTexts,
  idColumn,
  sameDimensions,
  sentColumn,
  sentRows,
} from './ledger-sql.ts'
import type { Ledger } from './open-ledger.ts'

/** The locked balance of a set of dimensions. */
export interface Balance {
  id: string
  /** By the keys of the measures. */
  sums: Map<string, Big>
  /** The day of the latest entry; null before the first. */
  latest: string | null
}

/** Dimensions, with what describes them where their balance is new. */
type Described = Pick<DraftEntry, 'dimensions' | 'values'>

/** The drafts by their dimensions, each set with its first draft. */
export const firstDrafts = (drafts: readonly Described[]): Described[] => [
  ...new Map(drafts.toReversed().map((draft) => [dimensionKey(draft.dimensions), draft])).values(),
]

/** The columns of what entries say besides, which is written into a new balance too, such as the name of the goods. */
export function describedColumns(ledger: Ledger, drafts: readonly Described[]): Column[] {
  const keys = new Set([...ledger.dimensions, ...ledger.measures].map(({ key }) => key))
  return [...ledger.balance.columns.values()].filter(
    ({ key, field, isNative }) =>
      field && !isNative && !keys.has(key) && drafts.some(({ values }) => key in values),
  )
}

/**
 * Adds the balances that are missing, at zero, and locks all of the drafts' in one order, so that no two postings block each other. A
 * balance has no versions: its entries say how it came about.
 */
export async function lockBalances(
  trx: Trx,
  ledger: Ledger,
  drafts: readonly Described[],
  stamp: Stamp,
): Promise<Map<string, Balance>> {
  const { table } = ledger.balance
  const firsts = firstDrafts(drafts)
  const described = describedColumns(ledger, firsts)
  const columns = [idColumn, ...dimensionColumns(ledger), ...described.map(sentColumn)]
  const names = columns.map(({ name }) => sql.id(name))
  const measures = ledger.measures.map(({ balance }) => sql.id(balance.name))
  const rows = firsts.map((draft) => ({
    id: newId(),
    ...dimensionRow(ledger, draft.dimensions),
    ...Object.fromEntries(described.map(({ key, name, toDb }) => [name, toDb(draft.values[key])])),
  }))
  await sql`
    insert into ${sql.id(table)} (${sql.join(names)}, ${sql.join(measures)}, rev, create_by, create_time, sys_org_code)
    select ${sql.join(names.map((name) => sql`l.${name}`))}, ${sql.join(measures.map(() => sql`0`))}, 1,
      ${stamp.username}, ${stamp.time}::timestamp, ${stamp.orgCode}
    from ${sentRows(columns, rows)} where not exists (select from ${sql.id(table)} b where ${sameDimensions(ledger, 'b')})
    order by ${dimensionOrder(ledger, 'l')} on conflict (${sql.join(ledger.dimensions.map(({ balance }) => sql.id(balance.name)))}) do nothing`.execute(
    trx,
  )
  const { rows: locked } = await sql<{ id: string; dimensions: string[]; sums: unknown[] }>`
    select b.id, ${dimensionTexts(ledger, 'b')} as dimensions, jsonb_build_array(${sql.join(
      ledger.measures.map(({ balance }) => sql`coalesce(${sql.ref(`b.${balance.name}`)}, 0)::text`),
    )}) as sums
    from ${sentRows(columns, rows)} join ${sql.id(table)} b on ${sameDimensions(ledger, 'b')}
    order by ${dimensionOrder(ledger, 'b')} for update of b`.execute(trx)
  // A statement of its own: those that waited for a lock see what the posting before them has added.
  const { rows: days } = await sql<{ dimensions: string[]; latest: string | null }>`
    select ${dimensionTexts(ledger, 'l')} as dimensions,
      (select to_char(max(${sql.ref(`e.${ledger.made.entryDate.name}`)}), 'YYYY-MM-DD')
        from ${sql.id(ledger.entries.table)} e where ${sameDimensions(ledger, 'e')}) as latest
    from ${sentRows(columns, rows)}`.execute(trx)
  const latest = new Map(days.map((day) => [dimensionKey(day.dimensions), day.latest]))
  return new Map(
    locked.map(({ id, dimensions, sums: texts }) => [
      dimensionKey(dimensions),
      {
        id,
        latest: latest.get(dimensionKey(dimensions)) ?? null,
        sums: new Map(ledger.measures.map(({ key }, at) => [key, toBig(texts[at]) ?? zero])),
      },
    ]),
  )
}

/** Adds what is posted to the locked balances; returns the sums that were added, by dimensions and measures. */
export async function addToBalances(
  trx: Trx,
  ledger: Ledger,
  balances: ReadonlyMap<string, Balance>,
  drafts: readonly DraftEntry[],
  stamp: Stamp,
): Promise<Map<string, Map<string, Big>>> {
  const sums = sumEntries(drafts)
  const rows = [...sums].map(([key, sum]) => ({
    id: balances.get(key)?.id,
    ...Object.fromEntries(
      ledger.measures.map(({ key: measure, balance }) => [
        balance.name,
        (sum.get(measure) ?? zero).toFixed(),
      ]),
    ),
  }))
  // A measure of a column with few decimals would be rounded in the row: the sum is added as it is.
  const columns = [
    idColumn,
    ...ledger.measures.map(({ balance }) => ({ name: balance.name, type: 'numeric' })),
  ]
  const sets = ledger.measures.map(({ balance: { name } }) => {
    const column = sql.id(name)
    return sql`${column} = coalesce(b.${column}, 0) + l.${column}`
  })
  await sql`
    update ${sql.id(ledger.balance.table)} b set ${sql.join(sets)}, rev = b.rev + 1, update_by = ${stamp.username},
      update_time = ${stamp.time}::timestamp
    from ${sentRows(columns, rows)} where b.id = l.id`.execute(trx)
  return sums
}
