import { sql } from 'kysely'
import type { Big } from '#runtime/kernel/decimal.ts'
import { type CostBook, openCostBook, zero } from '#runtime/record/ledger/cost.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { Values } from '../read/record.ts'
import { toWire } from '../read/wire.ts'
import type { Balance } from './balances.ts'
import { type DraftEntry, dimensionKey } from './draft-entries.ts'
import { type History, readHistories, readTakers, type StoredEntry } from './histories.ts'
import type { Ledger } from './open-ledger.ts'

/** Locks the balances of more dimensions, by `dimensionKey`. */
type LockMore = (dimensions: readonly (readonly string[])[]) => Promise<ReadonlyMap<string, Balance>>

/** An entry in the order of costs; with its draft where it is not stored yet. */
interface Item extends StoredEntry {
  draft?: DraftEntry
}

/**
 * Sets the amounts of the drafts that are computed or taken over. An entry of an earlier day, and one that takes another back, change
 * the costs after them, also of what was moved on within the ledger: returns the entries that adjust those, and all locked balances.
 */
export async function applyCosts(
  trx: Trx,
  ledger: Ledger,
  locked: ReadonlyMap<string, Balance>,
  drafts: readonly DraftEntry[],
  closed: string | null,
  lockMore: LockMore,
): Promise<{ adjustments: DraftEntry[]; balances: ReadonlyMap<string, Balance> }> {
  const { cost } = ledger
  if (!cost) return { adjustments: [], balances: locked }
  const { histories, balances } = await readAffected(trx, ledger, locked, drafts, closed, lockMore)
  const openBook = (key: string): CostBook => {
    const sums = balances.get(key)?.sums
    const opening = histories.get(key)?.opening ?? {
      quantity: sums?.get(cost.quantity.key) ?? zero,
      amount: sums?.get(cost.amount.key) ?? zero,
    }
    return openCostBook(cost.method, opening, cost.amount.scale)
  }
  const items = orderItems(histories, drafts, draftItems(ledger, drafts))
  const changed = computeAmounts(ledger, items, openBook).filter(({ entry }) => entry.day > (closed ?? ''))
  return { adjustments: await draftAdjustments(trx, ledger, changed), balances }
}

/** One text for the row of a record that posts. */
const rowKey = ({ source, sourceRow }: Pick<StoredEntry, 'source' | 'sourceRow'>): string =>
  JSON.stringify([source, sourceRow])

/** Whether it takes something away at its computed cost, which the same row may bring elsewhere. */
const isGiver = ({ costing, quantity }: StoredEntry): boolean => costing === 'computed' && quantity.lt(0)

/** The drafts with their quantities; what comes in by the row that takes it away elsewhere takes the amount over. */
function draftItems({ cost }: Ledger, drafts: readonly DraftEntry[]): Item[] {
  const items = drafts
    .filter(({ reverses }) => reverses === null)
    .map((draft): Item => {
      const { dimensions, measures, date, costing, source, sourceRow } = draft
      const [quantity = zero, amount = zero] = [cost?.quantity, cost?.amount].map((measure) =>
        measures.get(measure?.key ?? ''),
      )
      return { ...{ id: '', dimensions, day: date, quantity, amount, costing, source, sourceRow }, draft }
    })
  const givers = new Set(items.filter(isGiver).map(rowKey))
  return items.map((item) =>
    item.costing === 'computed' && item.quantity.gt(0) && givers.has(rowKey(item))
      ? { ...item, costing: 'taken over' }
      : item,
  )
}

/**
 * The histories of the dimensions whose earlier costs change, and of those into which they were moved on. The other drafts come after
 * all that is stored, and their costs go on from the balances.
 */
async function readAffected(
  trx: Trx,
  ledger: Ledger,
  locked: ReadonlyMap<string, Balance>,
  drafts: readonly DraftEntry[],
  closed: string | null,
  lockMore: LockMore,
): Promise<{ histories: Map<string, History>; balances: Map<string, Balance> }> {
  const isLate = ({ dimensions, date, reverses }: DraftEntry) =>
    reverses !== null || date < (locked.get(dimensionKey(dimensions))?.latest ?? '')
  const isWhole = ledger.cost?.method === 'fifo'
  const histories = new Map<string, History>()
  const balances = new Map(locked)
  let next = drafts.flatMap((draft) => (isWhole || isLate(draft) ? [draft.dimensions] : []))
  while (next.length > 0) {
    const missing = next.filter((dimensions) => !balances.has(dimensionKey(dimensions)))
    if (missing.length > 0) for (const [key, balance] of await lockMore(missing)) balances.set(key, balance)
    const read = await readHistories(trx, ledger, next, closed)
    for (const [key, history] of read) histories.set(key, history)
    const stored = [...read.values()].flatMap(({ entries }) => entries)
    const takers = await readTakers(trx, ledger, stored.filter(isGiver))
    next = takers.filter((dimensions) => !histories.has(dimensionKey(dimensions)))
  }
  return { histories, balances }
}

/** The entries by their days, those that are stored first; what is taken over comes right after what it is taken from. */
function orderItems(
  histories: ReadonlyMap<string, History>,
  drafts: readonly DraftEntry[],
  added: readonly Item[],
): Item[] {
  const reversed = new Set(drafts.flatMap(({ reverses }) => reverses ?? []))
  const stored: Item[] = [...histories.values()]
    .flatMap(({ entries }) => entries)
    .filter(({ id }) => !reversed.has(id))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const items = [...stored, ...added].sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
  const givers = new Map<string, number>()
  for (const [at, item] of items.entries())
    if (isGiver(item) && !givers.has(rowKey(item))) givers.set(rowKey(item), at)
  return items
    .map((item, at) => {
      const giver = item.costing === 'taken over' ? givers.get(rowKey(item)) : undefined
      return { item, place: giver === undefined ? at : giver + 0.5 }
    })
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Sets the amounts of the drafts in the order of the entries, and returns the stored entries whose amounts change. */
function computeAmounts(
  { cost }: Ledger,
  items: readonly Item[],
  openBook: (dimensions: string) => CostBook,
): { entry: StoredEntry; change: Big }[] {
  const books = new Map<string, CostBook>()
  const amounts = new Map<string, Big>()
  return items.flatMap((item) => {
    const { quantity, costing, draft } = item
    const dimensions = dimensionKey(item.dimensions)
    const book = books.get(dimensions) ?? openBook(dimensions)
    books.set(dimensions, book)
    const taken = costing === 'taken over' ? amounts.get(rowKey(item)) : undefined
    const fixed = taken?.times(-1) ?? (costing === 'computed' ? null : item.amount)
    const amount = book.add({ quantity, amount: fixed })
    if (isGiver(item) && !amounts.has(rowKey(item))) amounts.set(rowKey(item), amount)
    if (draft) {
      draft.costing = costing
      if (cost && costing !== 'posted') draft.measures.set(cost.amount.key, amount)
      return []
    }
    return amount.eq(item.amount) ? [] : [{ entry: item, change: amount.minus(item.amount) }]
  })
}

/** Entries that correct the amounts of stored ones, on their days and by their records. */
async function draftAdjustments(
  trx: Trx,
  { cost, entries: { table, columns } }: Ledger,
  changed: readonly { entry: StoredEntry; change: Big }[],
): Promise<DraftEntry[]> {
  if (!cost || changed.length === 0) return []
  const { rows } = await sql<Values>`
    select * from ${sql.id(table)} where id = any(${changed.map(({ entry }) => entry.id)}::text[])`.execute(
    trx,
  )
  const described = new Map(rows.map((row) => [String(row.id), toWire(row, columns.values())]))
  return changed.map(({ entry, change }) => ({
    ...{ values: described.get(entry.id) ?? {}, dimensions: entry.dimensions, date: entry.day },
    ...{ measures: new Map([[cost.amount.key, change]]), costing: 'posted' },
    ...{
      source: entry.source,
      sourceRow: entry.sourceRow,
      reverses: null,
      adjusts: entry.id,
      deny: undefined,
    },
  }))
}
