import type { Message, Sender } from '../../platform/sender.ts'
import { daysAgo } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'

/** Days for which messages are kept. */
export const outboxDays = 7

/** Without a provider messages stay in the database, where a holder of `sys:outbox` can read them. */
export const outboxSender = (db: Db): Sender => ({
  async send({ to, kind, text }) {
    await db.insertInto('sys_outbox').values({ address: to, kind, body: text }).execute()
  },
})

export interface Sent extends Message {
  time: string
}

/** One page of the stored messages, the newest first. */
export const readOutbox = (db: Db, pageNo: number, pageSize: number): Promise<Sent[]> =>
  db
    .selectFrom('sys_outbox')
    .select(['address as to', 'kind', 'body as text', 'time'])
    .$narrowType<{ kind: Message['kind'] }>()
    .where('time', '>=', daysAgo(outboxDays))
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
