import { sql } from 'kysely'
import type { Message, Sender } from '../../platform/sender.ts'
import type { Db } from '../../platform/store/database.ts'

/** Days for which messages are kept. */
export const outboxDays = 7

/** Without a provider messages stay in the database, where a holder of `sys:outbox` can read them. */
export const outboxSender = (db: Db): Sender => ({
  async send({ to, kind, text }) {
    await sql`insert into sys_outbox (address, kind, body) values (${to}, ${kind}, ${text})`.execute(db)
  },
})

export interface Sent extends Message {
  time: string
}

/** Newest first. */
export async function readOutbox(db: Db, pageNo: number, pageSize: number): Promise<Sent[]> {
  const { rows } = await sql<Sent>`select address as "to", kind, body as text, time from sys_outbox
    where time >= now() - make_interval(days => ${outboxDays})
    order by id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(db)
  return rows
}
