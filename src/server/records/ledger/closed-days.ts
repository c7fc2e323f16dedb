import { sql } from 'kysely'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { Ledger } from './open-ledger.ts'

const refuse = defineRefusals({
  LEDGER_CLOSED: '「{ledger}」已结账到 {closed}，{day} 的记不进去：请改日期，或请有权的人先反结账',
})

/**
 * Refuses days up to the last closed one. Until the transaction ends nobody closes the ledger: a closing waits for it. Returns the
 * last closed day, null where none is closed.
 */
export async function requireOpenDays(
  trx: Trx,
  { document: { id, title } }: Ledger,
  days: readonly string[],
): Promise<string | null> {
  await sql`insert into sys_ledger (ledger) values (${id}) on conflict (ledger) do nothing`.execute(trx)
  const { rows } = await sql<{ closed: string | null }>`
    select to_char(closed_until, 'YYYY-MM-DD') as closed from sys_ledger where ledger = ${id} for share`.execute(
    trx,
  )
  const closed = rows[0]?.closed ?? null
  const day = closed === null ? undefined : days.find((entry) => entry <= closed)
  if (closed !== null && day !== undefined)
    throw refuse('LEDGER_CLOSED', { values: { ledger: title, closed, day } })
  return closed
}
