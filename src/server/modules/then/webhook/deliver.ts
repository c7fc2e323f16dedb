import { sql } from 'kysely'
import type { Job, Task } from '../../../platform/jobs/jobs.ts'
import { SERIAL_MS } from '../../../platform/jobs/plan-run.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import type { Db } from '../../../platform/store/database.ts'
import { findPause, isAnswer, postSigned, WEBHOOK_RETRY_MINUTES } from '../../outbox/interface.ts'
import { planHost, WEBHOOK_TASK, webhookHost } from './webhook.ts'

type DeliveryServices = Pick<PlatformServices, 'db' | 'config' | 'log'>

/** Minutes after which a request is tried again whose server ended during an attempt. */
const LEASE = 2
const MAX_ERROR = 300
/** Days for which requests that are over are kept. */
const KEEP_DAYS = 30

interface Due {
  id: string
  url: string
  body: string
  attempts: number
}

/** The next request to a host that is due; its attempt is counted before it is made, so that several servers make it once. */
async function claim(db: Db, host: string): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    update sys_webhook set attempts = attempts + 1, next_try = now() + make_interval(mins => ${LEASE})
    where id = (
      select id from sys_webhook where state = 'waiting' and next_try <= now() and ${webhookHost} = ${host}
      order by next_try, id limit 1 for update skip locked)
    returning id::text as id, url, body, attempts`.execute(db)
  return rows[0]
}

const finish = (db: Db, id: string, state: string, error: string | null, pause: number | null) =>
  sql`
    update sys_webhook set state = ${state}, error = ${error},
      next_try = now() + make_interval(mins => ${pause}::int) where id = ${id}`.execute(db)

/**
 * Sends what is due for a host, one after the other, until the host does not answer; a further run sends the rest. Returns the
 * numbers of accepted and refused requests.
 */
export async function deliverWebhooks(
  { db, config, log }: DeliveryServices,
  host: string,
  signal?: AbortSignal,
): Promise<{ sent: number; refused: number }> {
  const counts = { sent: 0, refused: 0 }
  const target = { hosts: config.webhookHosts, secret: config.webhookSecret ?? '' }
  const end = performance.now() + SERIAL_MS
  while (!signal?.aborted) {
    if (performance.now() > end) {
      await planHost(db.app, host)
      break
    }
    const due = await claim(db.app, host)
    if (!due) break
    const { id, url, attempts } = due
    try {
      await postSigned(url, due, target)
      counts.sent += 1
      await finish(db.app, id, 'sent', null, null)
    } catch (error) {
      counts.refused += 1
      log.warn({ err: error, webhook: id, attempts }, 'a webhook was not accepted')
      const pause = findPause(error, attempts, WEBHOOK_RETRY_MINUTES)
      const text = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR)
      await finish(db.app, id, pause === undefined ? 'failed' : 'waiting', text, pause ?? null)
      if (!isAnswer(error)) break
    }
  }
  return counts
}

export const webhookTask: Task<DeliveryServices> = {
  name: WEBHOOK_TASK,
  run: async (services, payload, signal) =>
    void (await deliverWebhooks(services, (payload as { host: string }).host, signal)),
}

/** Looks for requests that are due again, and removes old ones; a commit with new requests asks for runs of its own. */
export const webhookJob: Job<Pick<PlatformServices, 'db'>> = {
  name: 'deliver-webhooks',
  schedule: '* * * * *',
  catchUp: 0,
  async run({ db }) {
    const { rows } = await sql<{ host: string }>`
      select distinct ${webhookHost} as host from sys_webhook where state = 'waiting' and next_try <= now()`.execute(
      db.app,
    )
    for (const { host } of rows) await planHost(db.app, host)
    await sql`
      delete from sys_webhook where state <> 'waiting' and create_time < now() - make_interval(days => ${KEEP_DAYS})`.execute(
      db.app,
    )
  },
}
