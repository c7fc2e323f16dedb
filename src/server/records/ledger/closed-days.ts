import { sql } from 'kysely'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { Ledger } from './open-ledger.ts'

const refuse = defineRefusals({
  LEDGER_CLOSED: '「{ledger}」已结账到 {closed}，{day} 的记不进去：请改日期，或请有权的人先反结账',
})

/**
 * Locks the ledger until the transaction ends: many postings share it, and a closing or a filling has it alone. Returns the last
 * closed day, null where none is closed.
 */
export async function lockLedger(
  trx: Trx,
  { document: { id } }: Ledger,
  use: 'shared' | 'alone',
): Promise<string | null> {
  await sql`insert into sys_ledger (ledger) values (${id}) on conflict (ledger) do nothing`.execute(trx)
  const { rows } = await sql<{ closed: string | null }>`
    select to_char(closed_until, 'YYYY-MM-DD') as closed from sys_ledger where ledger = ${id}
    ${sql.raw(use === 'shared' ? 'for share' : 'for update')}`.execute(trx)
  return rows[0]?.closed ?? null
}

/** Refuses days up to the last closed one, which it returns. Until the transaction ends nobody closes the ledger. */
export async function requireOpenDays(
  trx: Trx,
  ledger: Ledger,
  days: readonly string[],
): Promise<string | null> {
  const closed = await lockLedger(trx, ledger, 'shared')
  const day = closed === null ? undefined : days.find((entry) => entry <= closed)
  if (closed !== null && day !== undefined)
    throw refuse('LEDGER_CLOSED', { values: { ledger: ledger.document.title, closed, day } })
  return closed
}
