import { sql } from 'kysely'
import type { Job, Task } from '../../platform/jobs/jobs.ts'
import type { Channel, MailFile, Message } from '../../platform/sender.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { minutesFromNow, now } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Settings } from '../setting/interface.ts'
import { mergeDue } from './digest.ts'
import { sendMail } from './mail.ts'
import { channels, DELIVERY_TASK, planDelivery } from './outbox.ts'
import { describeFailure, findPause } from './outside/post.ts'
import { sendToRobot } from './robots.ts'
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
  const { kind } = message
  if (kind === 'sms')
    return await postText(values.smsUrl, await settings.readSecret('smsSecret'), message, id)
  if (kind === 'mail') {
    const password = await settings.readSecret('mailPassword')
    return await sendMail({ values, password, title: config.productTitle }, message)
  }
  const secret = kind === 'wecom' ? null : await settings.readSecret(`${kind}Secret`)
  await sendToRobot(kind, { address: values[`${kind}Url`], secret, hosts: config.webhookHosts }, message)
}

export const formatReason = (error: unknown): string => describeFailure(error).slice(0, MAX_ERROR)

const unreachable = new Set(['ETIMEDOUT', 'ECONNECTION', 'ESOCKET', 'EDNS', 'ECONNREFUSED', 'ECONNRESET'])

/** Whether the other server could not be reached, so that the next message would wait for it in vain. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = (error.cause ?? error) as { code?: unknown }
  return ['AbortError', 'TimeoutError'].includes(error.name) || unreachable.has(String(code))
}

/** The next message of the channel that is due. Its attempt is counted before it is made. */
async function claim(db: Db, kind: Channel) {
  const due = db
    .selectFrom('sys_outbox')
    .select('seq')
    .where('state', '=', 'waiting')
    .where('kind', '=', kind)
    .where('next_try', '<=', now)
    .orderBy('next_try')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return await db
    .updateTable('sys_outbox')
    .set((old) => ({ attempts: old('attempts', '+', 1), next_try: minutesFromNow(LEASE) }))
    .where('seq', '=', due)
    .returning(['id', 'address as to', 'kind', 'subject', 'body as text', 'html', 'attempts'])
    .$narrowType<{ kind: Channel }>()
    .executeTakeFirst()
}

/** The files of a message in their order. */
const readFiles = async (db: Db, message: string): Promise<MailFile[]> =>
  (
    await sql<MailFile>`
      select name, type, content from sys_outbox_file where message_id = ${message} order by place`.execute(
      db,
    )
  ).rows

export interface DeliveryCounts {
  sent: number
  refused: number
}

/**
 * Delivers the messages of a channel that are due, one after the other, until its server cannot be reached: the others wait
 * for the next look.
 */
async function deliverChannel(
  services: DeliveryServices,
  kind: Channel,
  signal?: AbortSignal,
): Promise<DeliveryCounts> {
  const { db, log } = services
  const counts = { sent: 0, refused: 0 }
  while (!signal?.aborted) {
    const message = await claim(db.app, kind)
    if (!message) break
    const { id, attempts } = message
    const change = db.app.updateTable('sys_outbox').where('id', '=', id)
    try {
      await deliver(services, { ...message, files: await readFiles(db.app, id) }, id)
      counts.sent++
      // A delivered code is nobody else's business any more.
      const body = sql<string>`regexp_replace(body, '[0-9]{6}', '******', 'g')`
      const done = { state: 'sent', sent_time: now, next_try: null, error: null }
      await change.set({ ...done, body, html: null }).execute()
      await sql`delete from sys_outbox_file where message_id = ${id}`.execute(db.app)
    } catch (error) {
      counts.refused++
      log.warn({ err: error, message: id, attempts }, 'a message was not delivered')
      const pause = findPause(error, attempts, RETRY_MINUTES)
      const next =
        pause === undefined
          ? { state: 'failed', next_try: null }
          : { state: 'waiting', next_try: minutesFromNow(pause) }
      await change.set({ ...next, error: formatReason(error) }).execute()
      if (isUnreachable(error)) break
    }
  }
  return counts
}

/** Delivers what is due in these channels at the same time, so that a server that hangs delays no other channel. */
export async function deliverDue(
  services: DeliveryServices,
  kinds: readonly Channel[] = channels,
  signal?: AbortSignal,
): Promise<DeliveryCounts> {
  const counts = await Promise.all(kinds.map((kind) => deliverChannel(services, kind, signal)))
  return counts.reduce((sum, { sent, refused }) => ({
    sent: sum.sent + sent,
    refused: sum.refused + refused,
  }))
}

export const deliveryTask: Task<DeliveryServices> = {
  name: DELIVERY_TASK,
  run: async (services, payload, signal) =>
    void (await deliverDue(services, [(payload as { kind: Channel }).kind], signal)),
}

/** Looks for what is due: repeats, what waited for a time, and digests. New messages ask for a delivery of their own. */
export const deliveryJob: Job<DeliveryServices> = {
  name: 'deliver-messages',
  schedule: '* * * * *',
  catchUp: 0,
  async run({ db }) {
    await mergeDue(db)
    const { rows } = await sql<{ kind: Channel }>`
      select distinct kind from sys_outbox where state = 'waiting' and next_try <= now()`.execute(db.app)
    for (const { kind } of rows) await planDelivery(db.app, kind)
  },
}
