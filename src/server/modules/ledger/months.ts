import { sql } from 'kysely'
import { formatDate } from '#runtime/kernel/time.ts'
import type { LedgerMonths, OpenBills } from '#runtime/record/ledger/answers.ts'
import { listCode, pageIndexEntry } from '../../documents/kinds/list.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import type { Caller } from '../../records/caller.ts'
import { lockLedger } from '../../records/ledger/closed-days.ts'
import { countWrongMonths } from '../../records/ledger/month-sums.ts'
import type { Ledger } from '../../records/ledger/open-ledger.ts'
import { listPosters } from '../../records/ledger/posters.ts'
import { findDifferences } from '../../records/ledger/verify.ts'
import { isLive } from '../../records/query/list.ts'
import { namesOfAccounts } from '../../records/read/record-texts.ts'
import { needColumn } from '../../records/resource.ts'
import type { LedgerServices } from './begin.ts'

const refuse = defineRefusals({
  LEDGER_MONTH_CHANGED: '要结的月份已经变了（别人刚结过账或反结账），请刷新后再试',
  LEDGER_UNSOUND: '「{ledger}」有的余额和各笔的合计对不上，没有结账：请联系管理员核对这本账',
})

/** Months that are listed. */
const MAX_MONTHS = 36

const readMonth = (day: string): string => day.slice(0, 7)
const nextMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

interface State {
  closed: string | null
  by: string
  time: string
  first: string | null
}

async function readState(db: Db, { document, entries, made }: Ledger): Promise<State> {
  const { rows } = await sql<State>`
    select to_char(l.closed_until, 'YYYY-MM') as closed, coalesce(l.update_by, '') as by,
      coalesce(to_char(l.update_time, 'YYYY-MM-DD HH24:MI'), '') as time,
      (select to_char(min(${sql.id('e', made.entryDate.name)}), 'YYYY-MM') from ${sql.id(entries.table)} e) as first
    from (select 1) o left join sys_ledger l on l.ledger = ${document.id}`.execute(db)
  return rows[0] ?? { closed: null, by: '', time: '', first: null }
}

/** The month that comes after the closed ones; null where that one has not begun. */
function findNext({ closed, first }: State, now: Date): string | null {
  const next = closed === null ? first : nextMonth(closed)
  return next !== null && next <= readMonth(formatDate(now)) ? next : null
}

/** The months of the entries, which of them are closed, and what is still open in the next one. */
export async function readMonths(
  services: LedgerServices,
  ledger: Ledger,
  caller: Caller,
): Promise<LedgerMonths> {
  const { db, dictionaries } = services
  const { entries, made } = ledger
  const state = await readState(db.app, ledger)
  const month = sql`to_char(${sql.id('e', made.entryDate.name)}, 'YYYY-MM')`
  const { rows } = await sql<{ month: string; entries: string }>`
    select ${month} as month, count(*)::text as entries from ${sql.id(entries.table)} e
    group by 1 order by 1 desc limit ${MAX_MONTHS}`.execute(db.app)
  const next = findNext(state, currentTime())
  const names = await namesOfAccounts(dictionaries, state.by === '' ? [] : [state.by])
  return {
    closed: state.closed,
    closedBy: names.get(state.by) ?? state.by,
    closedTime: state.time,
    months: rows.map((row) => ({
      month: row.month,
      entries: Number(row.entries),
      isClosed: state.closed !== null && row.month <= state.closed,
    })),
    next,
    open: next === null ? [] : await listOpen(services, ledger, caller, next),
  }
}

/** The records up to the end of a month that wait for a move that posts; of the screens that the caller may list. */
async function listOpen(
  { db, documents }: LedgerServices,
  ledger: Ledger,
  caller: Caller,
  month: string,
): Promise<OpenBills[]> {
  const found: OpenBills[] = []
  for (const { resource, flow, postings } of listPosters(documents, ledger)) {
    const { screen } = resource
    const [first] = postings
    if (!first || !caller.can(listCode(screen))) continue
    const state = needColumn(resource.columns, flow.field)
    const states = [...new Set(postings.flatMap(({ move }) => move.from))]
    // A posting says its day by a field of the record; else it is the day of the approval.
    const key = String(first.posting.values.entryDate ?? '').slice(1)
    const day = resource.columns.get(key) ?? needColumn(resource.columns, 'createTime')
    const where = [
      sql`${state.ref} = any(${states}::text[])`,
      sql`${day.ref} < ${`${nextMonth(month)}-01`}::date`,
      ...isLive(resource),
      ...caller.rules(resource),
    ]
    const { rows } = await sql<{ count: string }>`
      select count(*)::text as count from ${sql.id(resource.table)} t where ${sql.join(where, sql` and `)}`.execute(
      db.app,
    )
    const count = Number(rows[0]?.count ?? 0)
    const { path } = pageIndexEntry(screen)
    if (count === 0) continue
    const query = new URLSearchParams({ [flow.field]: states[0] ?? '' })
    found.push({ title: screen.title, count, path: path === undefined ? null : `${path}?${query}` })
  }
  return found
}

/** The state of the ledger, which is locked against postings and other closings. */
async function lockState(trx: Trx, ledger: Ledger): Promise<State> {
  await lockLedger(trx, ledger, 'alone')
  return await readState(trx, ledger)
}

const storeClosed = (trx: Trx, { document }: Ledger, day: string | null, by: string) =>
  sql`update sys_ledger set closed_until = ${day}::date, update_by = ${by}, update_time = localtimestamp
    where ledger = ${document.id}`.execute(trx)

/** Closes the month that comes next. Refused where it is another one, or a balance is not the sum of its entries. */
export async function closeMonth(trx: Trx, ledger: Ledger, month: string, by: string): Promise<void> {
  const state = await lockState(trx, ledger)
  if (findNext(state, currentTime()) !== month) throw refuse('LEDGER_MONTH_CHANGED')
  if ((await findDifferences(trx, ledger, 1)).length > 0 || (await countWrongMonths(trx, ledger)) > 0)
    throw refuse('LEDGER_UNSOUND', { values: { ledger: ledger.document.title } })
  const [year = 0, number = 0] = month.split('-').map(Number)
  await storeClosed(trx, ledger, formatDate(new Date(year, number, 0)), by)
}

/** Opens the last closed month again. Refused where it is another one. */
export async function reopenMonth(trx: Trx, ledger: Ledger, month: string, by: string): Promise<void> {
  const state = await lockState(trx, ledger)
  if (state.closed !== month) throw refuse('LEDGER_MONTH_CHANGED')
  const [year = 0, number = 0] = month.split('-').map(Number)
  const isFirst = state.first === null || month <= state.first
  await storeClosed(trx, ledger, isFirst ? null : formatDate(new Date(year, number - 1, 0)), by)
}
