import { sql } from 'kysely'
import { toBig, toPlain } from '#runtime/kernel/decimal.ts'
import type { RecordEnv } from '#runtime/record/scope.ts'
import type { Flow, Move } from '#runtime/schema/types.ts'
import type { Caller } from '../caller.ts'
import { readHeads, type Values } from '../read/record.ts'
import { toWire } from '../read/wire.ts'
import type { RecomputeEnv } from '../recompute.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import type { Resource } from '../resource.ts'
import { hasThen, isFollowed } from '../then/run-then.ts'
import { insertRows, type NewRow, newId, type Stamp } from '../write.ts'
import { addToBalances, lockBalances } from './balances.ts'
import { addToBreakdown, finerDimensions, listParts } from './breakdown.ts'
import { requireOpenDays } from './closed-days.ts'
import { applyCosts } from './costs.ts'
import { type DraftEntry, draftEntries, nameSource } from './draft-entries.ts'
import { storedCosting } from './histories.ts'
import { adjustedValue, isStanding } from './ledger-sql.ts'
import { requireMinimums } from './minimums.ts'
import { addToMonths } from './month-sums.ts'
import { type Ledger, openLedger } from './open-ledger.ts'

/** Rows whose formulas are computed at once. */
const KEPT_AT_ONCE = 500

/** Who posts, and when. */
interface Poster {
  caller: Caller
  env: RecordEnv
  stamp: Stamp
}

/**
 * Posts what a move declares of its records, or takes back what they have posted, in the transaction of the move. Throws what
 * refuses the move. Ledgers are written in the order of their ids, so that no two moves block each other.
 */
export async function postMove(
  transaction: RecordTransaction,
  resource: Resource,
  { flow, move }: { flow: Flow; move: Move },
  records: readonly Values[],
  poster: Poster,
): Promise<void> {
  const postings = move.reverse ? flow.moves.flatMap(({ post = [] }) => post) : (move.post ?? [])
  for (const id of [...new Set(postings.map(({ ledger }) => ledger))].sort()) {
    const ledger = openLedger(transaction.documents, id)
    const ofLedger = postings.filter((posting) => posting.ledger === id)
    const reverse = () => draftReversals(transaction, ledger, resource, records)
    if (move.reverse) await addEntries(transaction, ledger, await reverse(), poster, { renew: reverse })
    else {
      const drafts = records.flatMap((record) =>
        ofLedger.flatMap((posting) => draftEntries(ledger, posting, resource, record, poster.env)),
      )
      await addEntries(transaction, ledger, drafts, poster)
    }
  }
}

interface Adding {
  /** No balance may fall below its minimum; by default yes. */
  isLimited?: boolean
  /**
   * Drafts the entries again when their balances are locked: what was drafted before may be from before another posting to the
   * same balances. Their dimensions and days are the same.
   */
  renew?(): Promise<readonly DraftEntry[]>
}

/** Adds entries, and what they add to the balances. */
export async function addEntries(
  transaction: RecordTransaction,
  ledger: Ledger,
  drafted: readonly DraftEntry[],
  { caller, env, stamp }: Poster,
  { isLimited = true, renew }: Adding = {},
): Promise<void> {
  if (drafted.length === 0) return
  const { trx } = transaction
  const closed = await requireOpenDays(
    trx,
    ledger,
    drafted.map(({ date }) => date),
  )
  const lock = (entries: readonly Pick<DraftEntry, 'dimensions' | 'values'>[]) =>
    lockBalances(trx, ledger, entries, stamp)
  const locked = await lock(drafted)
  const drafts = renew ? await renew() : drafted
  const { adjustments, balances } = await applyCosts(trx, ledger, locked, drafts, closed, (more) =>
    lock(more.map((dimensions) => ({ dimensions, values: {} }))),
  )
  const ids = [...balances.values()].map(({ id }) => id)
  const publish = await watchBalances(transaction, ledger.balance, ids, caller)
  const added = [...drafts, ...adjustments]
  await insertRows(trx, ledger.entries.table, ledger.entries.columns, added.map(buildRow(ledger)), stamp)
  const sums = await addToBalances(trx, ledger, balances, added, stamp)
  await addToMonths(trx, ledger, balances, added)
  const parts = await addToBreakdown(trx, ledger, balances, added, stamp)
  if (isLimited) await requireMinimums({ ...transaction, ledger, caller }, balances, drafts, sums)
  // A balance is written without an event, so what it has of other records is kept here.
  const author = { user: caller.user, now: env.now }
  await publish(await transaction.keepFollowing(ledger.balance, ids, author))
  await keepParts(transaction, ledger, parts, author)
}

/** Makes true what finer rows have of other records, and their formulas. */
async function keepParts(
  transaction: RecordTransaction,
  { breakdown }: Ledger,
  ids: readonly string[],
  author: RecomputeEnv,
): Promise<void> {
  if (!breakdown) return
  for (let at = 0; at < ids.length; at += KEPT_AT_ONCE)
    await transaction.keepFollowing(breakdown.ledger.balance, ids.slice(at, at + KEPT_AT_ONCE), author)
}

/** The same for all finer rows of a ledger. */
export async function keepBreakdown(
  transaction: RecordTransaction,
  ledger: Ledger,
  author: RecomputeEnv,
): Promise<void> {
  if (ledger.breakdown)
    await keepParts(transaction, ledger, await listParts(transaction.trx, ledger.breakdown), author)
}

/**
 * Reads balances whose changes may have consequences (`then`). The returned function publishes those that have any, as edited: a
 * posting of hundreds of rows mostly changes nothing that anything follows.
 */
async function watchBalances(
  { trx, publish }: RecordTransaction,
  resource: Resource,
  ids: readonly string[],
  { user }: Caller,
): Promise<(after: readonly Values[] | null) => Promise<void>> {
  const { screen } = resource
  if (!hasThen(screen, 'edit')) return () => Promise.resolve()
  const stored = new Map((await readHeads(trx, resource, ids, [])).map((head) => [head.id, head]))
  return async (read) => {
    for (const after of read ?? (await readHeads(trx, resource, ids, []))) {
      const [id, before] = [String(after.id), stored.get(after.id) ?? null]
      const change = { change: 'edit', title: screen.title, resource, id, record: after, before, by: user }
      if (isFollowed(screen, change))
        publish({ type: 'record.saved', screen: screen.id, id, by: user, before, after })
    }
  }
}

const buildRow =
  (ledger: Ledger) =>
  (draft: DraftEntry): NewRow => {
    const { values, measures, dimensions, date, source, sourceRow, reverses, adjusts, costing } = draft
    const numbers = ledger.measures.map(({ key }) => {
      const value = measures.get(key)
      return [key, value === undefined ? null : toPlain(value)] as const
    })
    // Blank dimensions are stored as '': the index of the balance compares them.
    const extra = Object.fromEntries([
      ...ledger.dimensions.map(({ entry }, at) => [entry.name, dimensions[at] ?? '']),
      ...finerDimensions(ledger, draft).map(({ column, value }) => [column.name, value]),
    ])
    const made = { entryDate: date, source, sourceRow, reverses, adjusts, costed: storedCosting[costing] }
    return { id: newId(), values: { ...values, ...Object.fromEntries(numbers), ...made }, extra }
  }

/** Entries that take back what the records have posted and not taken back yet, on the same days. */
async function draftReversals(
  { trx }: RecordTransaction,
  ledger: Ledger,
  resource: Resource,
  records: readonly Values[],
): Promise<DraftEntry[]> {
  const { entries, made } = ledger
  const column = (alias: string, key: keyof Ledger['made']) => sql.id(alias, made[key].name)
  const sources = records.map(({ id }) => nameSource(resource, id))
  const adjusted = ledger.measures.map((measure) => sql`${adjustedValue(ledger, measure)}::text`)
  const { rows } = await sql<Values & { measures: string[]; day: string }>`
    select e.*, jsonb_build_array(${sql.join(adjusted)}) as measures, to_char(${column('e', 'entryDate')}, 'YYYY-MM-DD') as day
    from ${sql.id(entries.table)} e
    where ${column('e', 'source')} = any(${sources}::text[]) and ${column('e', 'adjusts')} is null and ${isStanding(ledger, 'e')}
    order by e.id`.execute(trx)
  return rows.map((row) => {
    const measures = new Map(
      ledger.measures.flatMap(({ key }, at) => {
        const value = toBig(row.measures[at])
        return value && !value.eq(0) ? [[key, value.times(-1)] as const] : []
      }),
    )
    const values = toWire(row, entries.columns.values())
    return {
      values,
      dimensions: ledger.dimensions.map(({ entry }) => String(row[entry.name] ?? '')),
      measures,
      costing: 'posted',
      date: row.day,
      source: String(row[made.source.name]),
      sourceRow: row[made.sourceRow.name] === null ? null : String(row[made.sourceRow.name]),
      reverses: String(row.id),
      adjusts: null,
      deny: undefined,
    }
  })
}
