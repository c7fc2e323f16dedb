import { sql } from 'kysely'
import type { Database } from '../../platform/store/database.ts'

interface Collected {
  subject: string | null
  body: string
  hasCode: boolean
}

/** Messages of one digest; the others come with the next one. */
const MAX_MESSAGES = 200

const formatDigest = (messages: readonly Collected[]): string =>
  messages.map(({ subject, body }, at) => `${at + 1}. ${subject ?? ''}\n${body}`).join('\n\n')

/** Puts the mails of a user whose time has come into one mail, which waits for its delivery. */
const mergeUser = (db: Database, userId: string): Promise<void> =>
  db.write(async (trx) => {
    const { rows } = await sql<Collected & { seq: string; address: string }>`
      select seq::text as seq, address, subject, body, has_code as "hasCode" from sys_outbox
      where state = 'collected' and user_id = ${userId} and next_try <= now()
      order by seq limit ${MAX_MESSAGES} for update skip locked`.execute(trx)
    const [first] = rows
    if (!first) return
    const ids = rows.map(({ seq }) => seq)
    if (rows.length === 1) {
      await sql`update sys_outbox set state = 'waiting' where seq = ${first.seq}::bigint`.execute(trx)
      return
    }
    await sql`update sys_outbox set state = 'merged', next_try = null, html = null where seq = any(${ids}::bigint[])`.execute(
      trx,
    )
    await sql`
      insert into sys_outbox (address, kind, subject, body, has_code, user_id, state, next_try)
      values (${first.address}, 'mail', ${`${rows.length} 条新消息`}, ${formatDigest(rows)},
        ${rows.some(({ hasCode }) => hasCode)}, ${userId}, 'waiting', now())`.execute(trx)
  })

/** Makes the digests that are due; several servers make each of them once. */
export async function mergeDue(db: Database): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id as "userId" from sys_outbox
    where state = 'collected' and next_try <= now() and user_id is not null`.execute(db.app)
  for (const { userId } of rows) await mergeUser(db, userId)
}
