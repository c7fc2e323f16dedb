import { sql } from 'kysely'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Message } from '../../platform/sender.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { minutesFromNow, now } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Settings } from '../setting/interface.ts'
import { sendMail } from './mail.ts'
import { DELIVERY_JOB } from './outbox.ts'
import { postText } from './text-hook.ts'

export type DeliveryServices = Pick<PlatformServices, 'db' | 'config' | 'log'> & { settings: Settings }

/** Minutes between the attempts for one message; after the last attempt it has failed. */
const RETRY_MINUTES = [1, 2, 5, 15]
export const MAX_ATTEMPTS = RETRY_MINUTES.length + 1
/** Minutes after which a message is tried again whose server ended during an attempt. */
const LEASE = 5
const MAX_ERROR = 300

/** Sends one message by the configured provider. Rejects with the reason of the other server. */
export async function deliver(
  { settings, config }: Pick<DeliveryServices, 'settings' | 'config'>,
  message: Message,
  id: string,
): Promise<void> {
  const values = await settings.read()
  if (message.kind === 'sms')
    return await postText(values.smsUrl, await settings.readSecret('smsSecret'), message, id)
  const password = await settings.readSecret('mailPassword')
  await sendMail({ values, password, title: config.productTitle }, message)
}

export const formatReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR)

/** The next message that is due. Its attempt is counted before it is made. */
async function claim(db: Db) {
  const due = db
    .selectFrom('sys_outbox')
    .select('seq')
    .where('state', '=', 'waiting')
    .where('next_try', '<=', now)
    .orderBy('next_try')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return await db
    .updateTable('sys_outbox')
    .set((old) => ({ attempts: old('attempts', '+', 1), next_try: minutesFromNow(LEASE) }))
    .where('seq', '=', due)
    .returning(['id', 'address as to', 'kind', 'subject', 'body as text', 'attempts'])
    .$narrowType<{ kind: Message['kind'] }>()
    .executeTakeFirst()
}

/** Delivers all due messages, one after the other; returns the numbers of sent and refused ones. */
export async function deliverDue(
  services: DeliveryServices,
  signal?: AbortSignal,
): Promise<{ sent: number; refused: number }> {
  const { db, log } = services
  const counts = { sent: 0, refused: 0 }
  while (!signal?.aborted) {
    const message = await claim(db.app)
    if (!message) break
    const { id, attempts } = message
    const change = db.app.updateTable('sys_outbox').where('id', '=', id)
    try {
      await deliver(services, message, id)
      counts.sent++
      // A delivered code is nobody else's business any more.
      const body = sql<string>`regexp_replace(body, '[0-9]{6}', '******', 'g')`
      await change.set({ state: 'sent', sent_time: now, next_try: null, error: null, body }).execute()
    } catch (error) {
      counts.refused++
      log.warn({ err: error, message: id, attempts }, 'a message was not delivered')
      const pause = RETRY_MINUTES[attempts - 1]
      const next =
        pause === undefined
          ? { state: 'failed', next_try: null }
          : { state: 'waiting', next_try: minutesFromNow(pause) }
      await change.set({ ...next, error: formatReason(error) }).execute()
    }
  }
  return counts
}

export const deliveryJob: Job<DeliveryServices> = {
  name: DELIVERY_JOB,
  // Repeats; new messages ask for a run of their own.
  schedule: '* * * * *',
  catchUp: 0,
  run: async (services, signal) => void (await deliverDue(services, signal)),
}
