import { sql } from 'kysely'
import { toBig } from '#runtime/kernel/decimal.ts'
import { formatDate } from '#runtime/kernel/time.ts'
import { zero } from '#runtime/record/ledger/cost.ts'
import type { RecordEnv } from '#runtime/record/scope.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { lockLedger } from '../../records/ledger/closed-days.ts'
import {
  type DraftEntry,
  dimensionKey,
  draftEntries,
  sumEntries,
} from '../../records/ledger/draft-entries.ts'
import { dimensionTexts } from '../../records/ledger/ledger-sql.ts'
import { hasMonths, rebuildMonths } from '../../records/ledger/month-sums.ts'
import { type Ledger, listLedgers } from '../../records/ledger/open-ledger.ts'
import { addEntries, keepBreakdown } from '../../records/ledger/post.ts'
import { listPosters } from '../../records/ledger/posters.ts'
import { rebuildBreakdown } from '../../records/ledger/verify.ts'
import { isLive } from '../../records/query/list.ts'
import { readHeads, type Values, withAllDetails } from '../../records/read/record.ts'
import { toWire } from '../../records/read/wire.ts'
import type { RecordTransaction } from '../../records/record-transaction.ts'
import { needColumn } from '../../records/resource.ts'
import type { RecordServices } from '../../records/services.ts'
import { documentCaller, systemAuthor } from '../../records/then/author.ts'
import { writeRecords } from '../../records/transaction.ts'

export type LedgerServices = RecordServices & Pick<PlatformServices, 'log'>

/** Records that are read, and entries that are added, at once. */
const BATCH = 500

const isEmpty = async (db: Db, { entries }: Ledger): Promise<boolean> =>
  (await sql`select from ${sql.id(entries.table)} limit 1`.execute(db)).rows.length === 0

/**
 * Fills the ledgers without entries from the records that have been approved before: what those would have posted, and
 * an opening entry for what the balance has besides. So a ledger that replaces an effect goes on from its balance.
 */
export async function beginLedgers(services: LedgerServices): Promise<void> {
  for (const ledger of listLedgers(services.documents)) {
    // Read first without the lock, for which postings would wait after each change of a document.
    const isFilled = async (db: Db) => !(await isEmpty(db, ledger))
    const hasSums = async (db: Db) => (await hasMonths(db, ledger)) && (await hasParts(db, ledger))
    if ((await isFilled(services.db.app)) && (await hasSums(services.db.app))) continue
    await writeRecords(services, async (transaction) => {
      await sql`select set_config('statement_timeout', '0', true)`.execute(transaction.trx)
      await lockLedger(transaction.trx, ledger, 'alone')
      if (await isFilled(transaction.trx)) {
        if (!(await hasMonths(transaction.trx, ledger))) await rebuildMonths(transaction.trx, ledger)
        if (!(await hasParts(transaction.trx, ledger))) await fillBreakdown(transaction, ledger)
        return
      }
      const count = await begin(transaction, ledger, services.log)
      if (count > 0)
        services.log.info(
          { ledger: ledger.document.id, entries: count },
          'a ledger was filled from approved records',
        )
    })
  }
}

/** Whether the balances are broken down, where the document says so. */
const hasParts = async (db: Db, { breakdown }: Ledger): Promise<boolean> =>
  !breakdown ||
  (await sql`select from ${sql.id(breakdown.ledger.balance.table)} limit 1`.execute(db)).rows.length > 0

/** Breaks the balances down that were there before the document said so. */
async function fillBreakdown(transaction: RecordTransaction, ledger: Ledger): Promise<void> {
  await rebuildBreakdown(transaction.trx, ledger)
  await keepBreakdown(transaction, ledger, { user: systemAuthor, now: currentTime() })
}

async function begin(
  transaction: RecordTransaction,
  ledger: Ledger,
  log: LedgerServices['log'],
): Promise<number> {
  const caller = documentCaller(transaction, systemAuthor)
  const env = caller.env('edit')
  const posted = await draftPosted(transaction, ledger, env, log)
  posted.sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
  const opening = await draftOpening(transaction, ledger, posted, env)
  const drafts = [...opening, ...posted]
  if (drafts.length === 0) return 0
  const zeros = ledger.measures.map(({ balance }) => sql`${sql.id(balance.name)} = 0`)
  await sql`update ${sql.id(ledger.balance.table)} set ${sql.join(zeros)}`.execute(transaction.trx)
  const poster = { caller, env, stamp: caller.stamp(env) }
  for (let at = 0; at < drafts.length; at += BATCH)
    await addEntries(transaction, ledger, drafts.slice(at, at + BATCH), poster, { isLimited: false })
  return drafts.length
}

/** What the records in a state after a posting would have posted; records that lack a dimension are left out. */
async function draftPosted(
  { trx, documents }: RecordTransaction,
  ledger: Ledger,
  env: RecordEnv,
  log: LedgerServices['log'],
): Promise<DraftEntry[]> {
  const drafts: DraftEntry[] = []
  for (const { resource, flow, postings } of listPosters(documents, ledger)) {
    const state = needColumn(resource.columns, flow.field)
    const states = [...new Set(postings.map(({ move }) => move.to))]
    const where = [sql`${state.ref} = any(${states}::text[])`, ...isLive(resource)]
    const { rows } = await sql<{ id: string }>`
      select t.id from ${sql.id(resource.table)} t where ${sql.join(where, sql` and `)} order by t.id`.execute(
      trx,
    )
    for (let at = 0; at < rows.length; at += BATCH) {
      const ids = rows.slice(at, at + BATCH).map((row) => row.id)
      for (const record of await withAllDetails(trx, resource, await readHeads(trx, resource, ids, []))) {
        for (const { move, posting } of postings.filter((entry) => entry.move.to === record[flow.field]))
          try {
            drafts.push(...draftEntries(ledger, posting, resource, record, env))
          } catch (error) {
            const { id } = record
            log.warn(
              { err: error, screen: resource.screen.id, id, move: move.code },
              'a record was left out of a ledger',
            )
          }
      }
    }
  }
  return drafts
}

/** What the balance has besides what was posted, before the first entry. */
async function draftOpening(
  { trx }: RecordTransaction,
  ledger: Ledger,
  posted: readonly DraftEntry[],
  env: RecordEnv,
): Promise<DraftEntry[]> {
  const sums = sumEntries(posted)
  const { rows } = await sql<Values & { dimensions: string[] }>`
    select b.*, ${dimensionTexts(ledger, 'b')} as dimensions from ${sql.id(ledger.balance.table)} b`.execute(
    trx,
  )
  const date = posted[0]?.date ?? formatDate(env.now)
  return rows.flatMap((row): DraftEntry[] => {
    const dimensions = row.dimensions.map((text) => text ?? '')
    const sum = sums.get(dimensionKey(dimensions))
    const measures = new Map(
      ledger.measures.flatMap(({ key, balance }) => {
        const rest = (toBig(row[balance.name]) ?? zero).minus(sum?.get(key) ?? zero)
        return rest.eq(0) ? [] : [[key, rest] as const]
      }),
    )
    if (measures.size === 0) return []
    const values = toWire(row, ledger.balance.columns.values())
    return [
      {
        ...{ values, dimensions, measures, date, costing: 'posted' as const },
        ...{ source: null, sourceRow: null, reverses: null, adjusts: null, deny: undefined },
      },
    ]
  })
}
