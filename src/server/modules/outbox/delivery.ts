import { sql } from 'kysely'
import type { Job, Task } from '../../platform/jobs/jobs.ts'
import { SERIAL_MS } from '../../platform/jobs/plan-run.ts'
import type { Channel, MailFile, Message } from '../../platform/sender.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { minutesFromNow, now } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Settings } from '../setting/interface.ts'
import { mergeDue } from './digest.ts'
import { MAX_CONNECTIONS, openMailer } from './mail.ts'
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

/** The way to the configured provider of a channel. */
interface Provider {
  /** Messages that it takes at the same time. */
  parallel: number
  /** Sends one message with the id `id`. Rejects with the reason of the other server. */
  send(message: Message, id: string): Promise<void>
  close(): void
}

type ProviderServices = Pick<DeliveryServices, 'settings' | 'config'>

async function openProvider({ settings, config }: ProviderServices, kind: Channel): Promise<Provider> {
  const values = await settings.read()
  if (kind === 'mail') {
    const password = await settings.readSecret('mailPassword')
    const { send, close } = openMailer({ values, password, title: config.productTitle })
    return { parallel: MAX_CONNECTIONS, send, close }
  }
  const alone = { parallel: 1, close: () => undefined }
  if (kind === 'sms') {
    const secret = await settings.readSecret('smsSecret')
    return { ...alone, send: (message, id) => postText(values.smsUrl, secret, message, id) }
  }
  const secret = kind === 'wecom' ? null : await settings.readSecret(`${kind}Secret`)
  const robot = { address: values[`${kind}Url`], secret, hosts: config.webhookHosts }
  return { ...alone, send: (message) => sendToRobot(kind, robot, message) }
}

/** Sends one message by the configured provider. Rejects with the reason of the other server. */
export async function deliver(services: ProviderServices, message: Message, id: string): Promise<void> {
  const provider = await openProvider(services, message.kind)
  try {
    await provider.send(message, id)
  } finally {
    provider.close()
  }
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

/** Delivers the next message of a channel; false where none is due or its server cannot be reached. */
async function deliverNext(
  { db, log }: DeliveryServices,
  kind: Channel,
  provider: Provider,
  counts: DeliveryCounts,
): Promise<boolean> {
  const message = await claim(db.app, kind)
  if (!message) return false
  const { id, attempts } = message
  const change = db.app.updateTable('sys_outbox').where('id', '=', id)
  try {
    const files = await readFiles(db.app, id)
    await provider.send({ ...message, files }, id)
    counts.sent++
    // A delivered code is nobody else's business any more.
    const body = sql<string>`case when has_code then regexp_replace(body, '[0-9]{6}', '******', 'g') else body end`
    const done = { state: 'sent', sent_time: now, next_try: null, error: null }
    await change.set({ ...done, body, html: null }).execute()
    if (files.length > 0) await sql`delete from sys_outbox_file where message_id = ${id}`.execute(db.app)
  } catch (error) {
    counts.refused++
    log.warn({ err: error, message: id, attempts }, 'a message was not delivered')
    const pause = findPause(error, attempts, RETRY_MINUTES)
    const next =
      pause === undefined
        ? { state: 'failed', next_try: null }
        : { state: 'waiting', next_try: minutesFromNow(pause) }
    await change.set({ ...next, error: formatReason(error) }).execute()
    return !isUnreachable(error)
  }
  return true
}

/**
 * Delivers the messages of a channel that are due, until its server cannot be reached: the others wait for the next look.
 * The first goes alone, so that a server that is away costs one attempt. A further run delivers what is left after `SERIAL_MS`.
 */
async function deliverChannel(
  services: DeliveryServices,
  kind: Channel,
  signal?: AbortSignal,
): Promise<DeliveryCounts> {
  const counts = { sent: 0, refused: 0 }
  const provider = await openProvider(services, kind)
  const end = performance.now() + SERIAL_MS
  try {
    let isOpen = !signal?.aborted && (await deliverNext(services, kind, provider, counts))
    const deliverAll = async () => {
      while (isOpen && !signal?.aborted && performance.now() < end)
        if (!(await deliverNext(services, kind, provider, counts))) isOpen = false
    }
    await Promise.all(Array.from({ length: provider.parallel }, deliverAll))
    if (isOpen && !signal?.aborted) await planDelivery(services.db.app, kind)
  } finally {
    provider.close()
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
