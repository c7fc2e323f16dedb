import { sql } from 'kysely'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import type { Db } from '../../../platform/store/database.ts'
import { findPause, postSigned, WEBHOOK_RETRY_MINUTES } from '../../outbox/interface.ts'
import { WEBHOOK_JOB } from './webhook.ts'

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

/** The next request that is due; its attempt is counted before it is made, so that several servers make it once. */
async function claim(db: Db): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    update sys_webhook set attempts = attempts + 1, next_try = now() + make_interval(mins => ${LEASE})
    where id = (
      select id from sys_webhook where state = 'waiting' and next_try <= now()
      order by next_try, id limit 1 for update skip locked)
    returning id::text as id, url, body, attempts`.execute(db)
  return rows[0]
}

const finish = (db: Db, id: string, state: string, error: string | null, pause: number | null) =>
  sql`
    update sys_webhook set state = ${state}, error = ${error},
      next_try = now() + make_interval(mins => ${pause}::int) where id = ${id}`.execute(db)

/** Sends all due requests, one after the other; returns the numbers of accepted and refused ones. */
export async function deliverWebhooks(
  { db, config, log }: DeliveryServices,
  signal?: AbortSignal,
): Promise<{ sent: number; refused: number }> {
  const counts = { sent: 0, refused: 0 }
  const target = { hosts: config.webhookHosts, secret: config.webhookSecret ?? '' }
  while (!signal?.aborted) {
    const due = await claim(db.app)
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
    }
  }
  await sql`
    delete from sys_webhook where state <> 'waiting' and create_time < now() - make_interval(days => ${KEEP_DAYS})`.execute(
    db.app,
  )
  return counts
}

/** Sends what is due each minute; a commit with new requests asks for a run of its own. */
export const webhookJob: Job<DeliveryServices> = {
  name: WEBHOOK_JOB,
  schedule: '* * * * *',
  catchUp: 0,
  run: async (services, signal) => void (await deliverWebhooks(services, signal)),
}
