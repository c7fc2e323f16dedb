import { sql } from 'kysely'
import Type from 'typebox'
import { toText } from '#runtime/kernel/json.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Trx } from '../../platform/store/database.ts'
import { defineEffect, type EffectContext } from '../../records/effects/effects.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'

const refuse = defineRefusals({
  LOAN_READER_BLOCKED: '读者{reader}的证已{state}，不能借书；请先在读者档案里恢复',
  LOAN_READER_EXPIRED: '读者{reader}的证已过期，不能借书；请先在读者档案里延长有效期',
  LOAN_LIMIT_REACHED: '读者{reader}最多借 {limit} 册，现已借 {count} 册，请先归还',
  LOAN_BOOK_LENT: '《{title}》已借出，归还以前不能再借',
  LOAN_BOOK_ABSENT: '《{title}》不在架（{state}），不能借出',
})

const LENT = '借出'

const Loan = Type.Object({
  ftitle: Type.String(),
  fbookid: Type.String(),
  freaderid: Type.String(),
  fdate: Type.String(),
  fstate: Type.String(),
})

/** The values of a loan, of an effect or of a hook. */
type LoanValues = { readonly [Key in 'id' | keyof Type.Static<typeof Loan>]?: unknown }

/** What an effect and a hook need to write the book of a loan. */
type Writing = Pick<EffectContext, 'trx' | 'stamp' | 'changing'>

/** Locks the reader until the commit, so that two counters together do not lend more than the limit. */
async function checkReader(trx: Trx, loan: LoanValues): Promise<void> {
  const { rows } = await sql<{ name: string; state: string | null; isOver: boolean; limit: number | null }>`
    select fname as name, fstate as state, fvaliddate < ${toText(loan.fdate)}::date as "isOver", flimit as limit
    from rd_reader where id = ${toText(loan.freaderid)} for update`.execute(trx)
  const [found] = rows
  // Loans from the time before the readers were selected have a name only.
  if (!found) return
  const { name: reader, state, isOver, limit } = found
  if (state !== null && state !== '正常') throw refuse('LOAN_READER_BLOCKED', { values: { reader, state } })
  if (isOver) throw refuse('LOAN_READER_EXPIRED', { values: { reader } })
  const { rows: open } = await sql<{ count: number }>`
    select count(*)::integer as count from rdr_borrow
    where freaderid = ${toText(loan.freaderid)} and fstate = ${LENT} and id <> ${toText(loan.id)}`.execute(
    trx,
  )
  const count = open[0]?.count ?? 0
  if (limit !== null && count >= limit)
    throw refuse('LOAN_LIMIT_REACHED', { values: { reader, limit: String(limit), count: String(count) } })
}

/**
 * Marks the book as lent if it is on its shelf and no other loan of it is open. The condition is part of the statement
 * that writes: of two counters that lend the same book the second one waits for the first, then finds it lent.
 */
async function takeBook({ trx, stamp, changing }: Writing, loan: LoanValues): Promise<void> {
  const [book, id] = [toText(loan.fbookid), toText(loan.id)]
  await changing('lib_gazetteer', [book])
  const { rows } = await sql`
    update lib_gazetteer g set fstate = '外借', rev = g.rev + 1,
      update_by = ${stamp.username}, update_time = ${stamp.time}
    where g.id = ${book} and coalesce(g.fstate, '在架') = '在架' and not exists (
      select 1 from rdr_borrow b where b.fbookid = g.id and b.fstate = ${LENT} and b.id <> ${id})
    returning g.id`.execute(trx)
  if (rows.length > 0) return
  const found = await sql<{ state: string | null }>`
    select fstate as state from lib_gazetteer where id = ${book}`.execute(trx)
  const [values] = found.rows
  if (!values) return
  const { state } = values
  const title = toText(loan.ftitle)
  if (state === null || state === '在架' || state === '外借')
    throw refuse('LOAN_BOOK_LENT', { values: { title } })
  throw refuse('LOAN_BOOK_ABSENT', { values: { title, state } })
}

async function returnBook({ trx, stamp, changing }: Writing, loan: LoanValues): Promise<void> {
  await changing('lib_gazetteer', [toText(loan.fbookid)])
  await sql`
    update lib_gazetteer set fstate = '在架', rev = rev + 1,
      update_by = ${stamp.username}, update_time = ${stamp.time}
    where id = ${toText(loan.fbookid)} and fstate = '外借'`.execute(trx)
}

const isLent = <Values extends LoanValues>(loan: Values | null): loan is Values => loan?.fstate === LENT

export const loanEffects = [
  defineEffect({
    name: 'loan.lend',
    inverse: 'loan.return',
    description: '借出：书目的状态改为外借；书已借出或不在架、读者证挂失注销过期、超过可借册数时拒绝',
    reads: Loan,
    async run(context) {
      for (const loan of context.records) {
        await checkReader(context.trx, loan)
        await takeBook(context, loan)
      }
    },
  }),
  defineEffect({
    name: 'loan.return',
    inverse: 'loan.lend',
    description: '归还：书目的状态改回在架；不拒绝',
    reads: Loan,
    async run(context) {
      for (const loan of context.records) await returnBook(context, loan)
    },
  }),
]

/** A loan is open from its first save, which no move does: the hook does what the effect does on a move back. */
export const loanHook: RecordHook = {
  name: 'loan.lend',
  table: 'rdr_borrow',
  description: '借阅：新增时同「借出」的效果，换书时把原来的书改回在架，删除时也改回在架',
  async beforeSave(context) {
    const { trx, before, after } = context
    if (!isLent(after)) return
    const isOther = (key: string) => before?.[key] !== after[key]
    if (isOther('freaderid')) await checkReader(trx, after)
    if (!isOther('fbookid')) return
    if (isLent(before)) await returnBook(context, before)
    await takeBook(context, after)
  },
  async beforeRemove(context) {
    for (const loan of context.records.filter(isLent)) await returnBook(context, loan)
  },
}
