import { sql } from 'kysely'
import type { Job, Task } from '../../platform/jobs/jobs.ts'
import { SERIAL_MS } from '../../platform/jobs/plan-run.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Db } from '../../platform/store/database.ts'
import {
  type Answer,
  describeFailure,
  findPause,
  NeverSent,
  postOutside,
  signHeaders,
  WEBHOOK_RETRY_MINUTES,
} from '../outbox/interface.ts'
import { HOOK_TASK, planHook } from './store-delivery.ts'

export type DeliverServices = Pick<PlatformServices, 'db' | 'config' | 'log' | 'secrets'>

/** Minutes after which a request is tried again whose server ended during an attempt. */
const LEASE = 2
const MAX_ANSWER = 2000
const MAX_ERROR = 300
/** Days for which the log is kept. */
const KEEP_DAYS = 30
/** The purpose of the encryption of secrets. */
export const HOOK_SECRET = 'webhook.secret'

interface Due {
  id: string
  address: string
  body: string
  attempts: number
  secret: string | null
}

/** What waits for a webhook that was switched off or removed is not sent any more; a trial of one that is switched off is. */
const failSwitchedOff = (db: Db, hook: string) =>
  sql`
    update sys_hook_delivery d set state = 'failed', error = 'Webhook 已停用或已删除', next_try = null
    where hook_id = ${hook} and state = 'waiting' and not exists (
      select 1 from sys_hook h where h.id = d.hook_id and (h.enabled = '1' or d.event = 'ping'))`.execute(db)

/**
 * The next request of a webhook that is due, with the address that the webhook has now. Its attempt is counted before it is made,
 * so that several servers make it once.
 */
async function claim(db: Db, hook: string): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    update sys_hook_delivery d set attempts = attempts + 1, next_try = now() + make_interval(mins => ${LEASE}),
      address = h.address
    from sys_hook h where h.id = d.hook_id and d.id = (
      select w.id from sys_hook_delivery w join sys_hook s on s.id = w.hook_id
      where w.hook_id = ${hook} and w.state = 'waiting' and w.next_try <= now() and (s.enabled = '1' or w.event = 'ping')
      order by w.next_try, w.id limit 1 for update of w skip locked)
    returning d.id, d.address, d.body, d.attempts, (select secret from sys_hook_secret s where s.hook_id = h.id) as secret`.execute(
    db,
  )
  return rows[0]
}

interface Ending {
  state: 'sent' | 'waiting' | 'failed'
  answer?: Answer | undefined
  error?: string
  pause?: number
}

const finish = (db: Db, id: string, { state, answer, error, pause }: Ending) =>
  sql`
    update sys_hook_delivery set state = ${state}, status = ${answer?.status ?? null}::int,
      answer = ${answer?.text.slice(0, MAX_ANSWER).replaceAll('\0', '') ?? null}, error = ${error?.slice(0, MAX_ERROR) ?? null},
      sent_time = localtimestamp, next_try = now() + make_interval(mins => ${pause ?? null}::int)
    where id = ${id}`.execute(db)

/** Sends one request; returns how it ended. */
async function send({ config, secrets }: DeliverServices, due: Due): Promise<Ending> {
  const { id, body, address, attempts } = due
  let answer: Answer | undefined
  try {
    const secret = due.secret === null ? null : secrets.decrypt(due.secret, HOOK_SECRET)
    if (secret === null) throw new NeverSent('没有签名密钥，请重新生成')
    const reach = { hosts: config.webhookHosts, isOpen: true }
    answer = await postOutside(address, { body, headers: signHeaders(secret, id, body) }, reach)
    if (answer.status >= 200 && answer.status < 300) return { state: 'sent', answer }
    throw new Error(`对方答复 ${answer.status}`)
  } catch (error) {
    const pause = findPause(error, attempts, WEBHOOK_RETRY_MINUTES)
    const state = pause === undefined ? 'failed' : 'waiting'
    return { state, answer, error: describeFailure(error), ...(pause !== undefined && { pause }) }
  }
}

/** Sends what is due for a webhook, in the order of the changes, until its receiver does not answer; a further run sends the rest. */
export async function deliverHook(
  services: DeliverServices,
  hook: string,
  signal?: AbortSignal,
): Promise<void> {
  const { db, log } = services
  const end = performance.now() + SERIAL_MS
  await failSwitchedOff(db.app, hook)
  while (!signal?.aborted) {
    if (performance.now() > end) return await planHook(db.app, hook)
    const due = await claim(db.app, hook)
    if (!due) return
    const ending = await send(services, due)
    await finish(db.app, due.id, ending)
    if (ending.state === 'sent') continue
    log.warn({ hook, delivery: due.id, reason: ending.error }, 'a webhook was not accepted')
    if (!ending.answer) return
  }
}

export const hookTask: Task<DeliverServices> = {
  name: HOOK_TASK,
  run: (services, payload, signal) => deliverHook(services, (payload as { hook: string }).hook, signal),
}

/** Looks for requests that are due again, and removes what the log has kept long enough. */
export const hookJob: Job<DeliverServices> = {
  name: 'deliver-webhook-events',
  schedule: '* * * * *',
  catchUp: 0,
  async run({ db }) {
    const { rows } = await sql<{ hook: string }>`
      select distinct hook_id as hook from sys_hook_delivery where state = 'waiting' and next_try <= now()`.execute(
      db.app,
    )
    for (const { hook } of rows) await planHook(db.app, hook)
    await sql`
      delete from sys_hook_delivery
      where state <> 'waiting' and create_time < localtimestamp - make_interval(days => ${KEEP_DAYS})`.execute(
      db.app,
    )
  },
}
