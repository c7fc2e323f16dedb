import type { Logger } from 'pino'
import { requestRun } from '../../platform/jobs/request-run.ts'
import type { Message, Sender } from '../../platform/sender.ts'
import { daysAgo, now } from '../../platform/store/clock.ts'
import type { Database, Db } from '../../platform/store/database.ts'
import type { Settings, SettingValues } from '../setting/interface.ts'

/** Days for which messages are stored. */
export const OUTBOX_DAYS = 7
export const DELIVERY_JOB = 'deliver-messages'

/** Whether messages of the kind are delivered; otherwise they stay in the outbox for a reader. */
export const hasProvider = (kind: Message['kind'], values: SettingValues): boolean =>
  (kind === 'mail' ? values.mailHost : values.smsUrl) !== ''

/**
 * Stores messages. With a provider they wait for the delivery job, which runs at once; without a provider they stay
 * in the database, where a holder of `sys:outbox` can read them.
 */
export const openSender = (db: Pick<Database, 'app' | 'owner'>, settings: Settings, log: Logger): Sender => ({
  async send({ to, kind, text, subject = null }) {
    const isDelivered = hasProvider(kind, await settings.read())
    await db.app
      .insertInto('sys_outbox')
      .values({
        address: to,
        kind,
        subject,
        body: text,
        state: isDelivered ? 'waiting' : 'stored',
        next_try: isDelivered ? now : null,
      })
      .execute()
    // The schedule of the job delivers the message when this request for a run fails.
    if (isDelivered)
      void requestRun(db.owner, DELIVERY_JOB).catch((error: unknown) =>
        log.warn({ err: error }, 'delivery waits for the schedule'),
      )
  },
})

export interface StoredMessage extends Omit<Message, 'subject'> {
  time: string
  /** `stored`: no provider; `waiting`: for its next attempt; `sent`; `failed`: after the last attempt. */
  state: string
  attempts: number
  error: string | null
}

/** One page of the stored messages, the newest first. */
export const readOutbox = (db: Db, pageNo: number, pageSize: number): Promise<StoredMessage[]> =>
  db
    .selectFrom('sys_outbox')
    .select(['address as to', 'kind', 'body as text', 'time', 'state', 'attempts', 'error'])
    .$narrowType<{ kind: Message['kind'] }>()
    .where('time', '>=', daysAgo(OUTBOX_DAYS))
    .orderBy('seq', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
