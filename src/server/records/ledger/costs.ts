import { sql } from 'kysely'
import { type Big, toBig } from '#runtime/kernel/decimal.ts'
import { type CostEntry, computeCosts, type Holding, zero } from '#runtime/record/ledger/cost.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { Balance } from './balances.ts'
import { type DraftEntry, dimensionKey } from './draft-entries.ts'
import { dimensionColumns, dimensionRow, dimensionTexts, sameDimensions, sentRows } from './ledger-sql.ts'
import type { Ledger } from './open-ledger.ts'

/** An entry whose cost counts: neither taken back nor taking back nor adjusting another one. */
interface StoredEntry {
  id: string
  day: string
  quantity: Big
  /** With its adjustments. */
  amount: Big
  isCosted: boolean
  source: string
  sourceRow: string | null
}

/** The entries of some dimensions in their order, and what was there before the first of them. */
interface History {
  opening: Holding
  entries: StoredEntry[]
}

/**
 * Sets the amounts of the drafts that go out. An entry of an earlier day, and one that takes another back, change the costs after
 * them: returns the entries that adjust those.
 */
export async function applyCosts(
  trx: Trx,
  ledger: Ledger,
  balances: ReadonlyMap<string, Balance>,
  drafts: readonly DraftEntry[],
  closed: string | null,
): Promise<DraftEntry[]> {
  const { cost } = ledger
  if (!cost) return []
  const byDimensions = new Map<string, DraftEntry[]>()
  for (const draft of drafts) {
    const key = dimensionKey(draft.dimensions)
    const group = byDimensions.get(key)
    if (group) group.push(draft)
    else byDimensions.set(key, [draft])
  }
  const isSimple = (key: string, group: readonly DraftEntry[]) => {
    const latest = balances.get(key)?.latest ?? ''
    return (
      cost.method === 'average' && group.every(({ date, reverses }) => date >= latest && reverses === null)
    )
  }
  const whole = [...byDimensions].filter(([key, group]) => !isSimple(key, group))
  const histories = await readHistories(
    trx,
    ledger,
    whole.map(([, [draft]]) => draft?.dimensions ?? []),
    closed,
  )
  const wholeKeys = new Set(whole.map(([key]) => key))
  const adjustments: DraftEntry[] = []
  // What moves within the ledger comes in at the cost at which it goes out, so that is computed first.
  const order = [...byDimensions].sort(
    ([, a], [, b]) => Number(b.some(isOutgoing)) - Number(a.some(isOutgoing)),
  )
  for (const [key, group] of order) {
    takeOverAmounts(group, drafts, cost.amount.key)
    const sums = balances.get(key)?.sums
    const opening = {
      quantity: sums?.get(cost.quantity.key) ?? zero,
      amount: sums?.get(cost.amount.key) ?? zero,
    }
    const history = wholeKeys.has(key)
      ? (histories.get(key) ?? { opening: { quantity: zero, amount: zero }, entries: [] })
      : { opening, entries: [] }
    adjustments.push(...costGroup(ledger, history, group).filter(({ date }) => date > (closed ?? '')))
  }
  return adjustments
}

const isOutgoing = ({ isCosted, isMinus }: DraftEntry): boolean => isCosted && isMinus

/** Gives what comes in the amount of what goes out by the same row of the record, where there is such an entry. */
function takeOverAmounts(group: readonly DraftEntry[], drafts: readonly DraftEntry[], key: string): void {
  for (const draft of group) {
    if (!draft.isCosted || draft.isMinus) continue
    const partner = drafts.find(
      (other) => isOutgoing(other) && other.source === draft.source && other.sourceRow === draft.sourceRow,
    )
    const amount = partner?.measures.get(key)
    if (!amount) continue
    draft.measures.set(key, amount.times(-1))
    draft.isCosted = false
  }
}

function costGroup(ledger: Ledger, history: History, group: readonly DraftEntry[]): DraftEntry[] {
  const { cost } = ledger
  if (!cost) return []
  const reversed = new Set(group.flatMap(({ reverses }) => reverses ?? []))
  const stored = history.entries.filter(({ id }) => !reversed.has(id))
  const added = group.filter(({ reverses }) => reverses === null)
  const order: { day: string; entry: CostEntry; stored?: StoredEntry; draft?: DraftEntry }[] = [
    ...stored.map((entry) => ({
      day: entry.day,
      entry: { quantity: entry.quantity, amount: entry.isCosted ? null : entry.amount },
      stored: entry,
    })),
    ...added.map((draft) => ({
      day: draft.date,
      entry: {
        quantity: draft.measures.get(cost.quantity.key) ?? zero,
        amount: draft.isCosted ? null : (draft.measures.get(cost.amount.key) ?? zero),
      },
      draft,
    })),
  ].sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
  const amounts = computeCosts(
    cost.method,
    history.opening,
    order.map(({ entry }) => entry),
    cost.amount.scale,
  )
  return order.flatMap(({ stored: entry, draft }, at) => {
    const amount = amounts[at] ?? zero
    if (draft) {
      if (draft.isCosted) draft.measures.set(cost.amount.key, amount)
      return []
    }
    if (!entry?.isCosted || entry.amount.eq(amount)) return []
    return [adjust(group[0] as DraftEntry, entry, cost.amount.key, amount.minus(entry.amount))]
  })
}

/** An entry that corrects the amount of a stored one, on its day and by its record. */
const adjust = (
  { dimensions, values }: DraftEntry,
  entry: StoredEntry,
  key: string,
  amount: Big,
): DraftEntry => ({
  values,
  dimensions,
  measures: new Map([[key, amount]]),
  isCosted: false,
  isMinus: false,
  date: entry.day,
  source: entry.source,
  sourceRow: entry.sourceRow,
  reverses: null,
  adjusts: entry.id,
  deny: undefined,
})

/** The entries after the last closed day, for each of the dimensions; of all days where the oldest goes out first. */
async function readHistories(
  trx: Trx,
  ledger: Ledger,
  dimensions: readonly (readonly string[])[],
  closed: string | null,
): Promise<Map<string, History>> {
  const { cost, made, entries } = ledger
  const histories = new Map<string, History>()
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
  for (const row of before.rows)
    histories.set(dimensionKey(row.dimensions), {
      opening: { quantity: toBig(row.quantity) ?? zero, amount: toBig(row.amount) ?? zero },
      entries: [],
    })
  const stored = await sql<{
    id: string
    dimensions: string[]
    day: string
    quantity: string
    amount: string
    costed: string | null
    source: string
    source_row: string | null
  }>`
    select e.id, ${dimensionTexts(ledger, 'l')} as dimensions, to_char(${column('e', 'entryDate')}, 'YYYY-MM-DD') as day,
      coalesce(${quantity}, 0)::text as quantity, ${column('e', 'costed')} as costed, ${column('e', 'source')} as source,
      ${column('e', 'sourceRow')} as source_row, (coalesce(${amount}, 0) + coalesce((select sum(${sql.id('x', cost.amount.entry.name)})
        from ${sql.id(entries.table)} x where ${column('x', 'adjusts')} = e.id), 0))::text as amount
    from ${rows} join ${sql.id(entries.table)} e on ${sameDimensions(ledger, 'e')}
    where ${column('e', 'entryDate')} > ${from}::date and ${column('e', 'reverses')} is null
      and ${column('e', 'adjusts')} is null
      and not exists (select from ${sql.id(entries.table)} x where ${column('x', 'reverses')} = e.id)
    order by ${column('e', 'entryDate')}, e.id`.execute(trx)
  for (const row of stored.rows) {
    const key = dimensionKey(row.dimensions)
    const history = histories.get(key) ?? { opening: { quantity: zero, amount: zero }, entries: [] }
    history.entries.push({
      id: row.id,
      day: row.day,
      quantity: toBig(row.quantity) ?? zero,
      amount: toBig(row.amount) ?? zero,
      isCosted: row.costed === 'Y',
      source: row.source,
      sourceRow: row.source_row,
    })
    histories.set(key, history)
  }
  return histories
}
