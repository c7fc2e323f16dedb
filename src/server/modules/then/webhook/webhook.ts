import { sql } from 'kysely'
import { toPlain } from '#runtime/kernel/decimal.ts'
import { planRun } from '../../../platform/jobs/plan-run.ts'
import { currentTime } from '../../../platform/store/clock.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { Consequence } from '../../../records/record-transaction.ts'
import { computeValue } from '../../../records/then/computed-values.ts'

/** The task that sends what waits for one host. */
export const WEBHOOK_TASK = 'send-webhooks'
/** The channel on which a commit tells the servers the hosts for which requests wait. */
export const webhookChannel = 'webhooks'

/** The host of the address of a request, shortened to what fits into the name of a run. */
export const webhookHost = sql<string>`left(split_part(url, '/', 3), 100)`

/** Asks for the requests to a host; each is sent to on its own, so that one that hangs delays no other. */
export const planHost = (db: Db, host: string): Promise<void> =>
  planRun(db, {
    task: WEBHOOK_TASK,
    key: `webhook:${host}`,
    payload: { host },
    due: currentTime(),
    isSerial: true,
  })

/** A result of an expression as JSON has it. */
const toJson = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toJson)
  return typeof value === 'object' && value !== null ? toPlain(value as Parameters<typeof toPlain>[0]) : value
}

/** Stores a request to another system in the transaction of the change; the job sends it after the commit. */
export const webhook: Consequence<'webhook'> = {
  name: 'webhook',
  remains: true,
  async run({ url, send = {} }, { transaction, resource, id, change, by, scope }) {
    const data = Object.entries(send).map(([key, value]) => [key, toJson(computeValue(value, scope))])
    const body = JSON.stringify({
      screen: resource.screen.id,
      id,
      change,
      by: by.username,
      data: Object.fromEntries(data),
    })
    const { rows } = await sql<{ id: string; host: string }>`
      insert into sys_webhook (url, body) values (${url}, ${body}) returning id::text as id, ${webhookHost} as host`.execute(
      transaction.trx,
    )
    const [stored] = rows
    // A run planned in the transaction would make all changes with requests to the host wait for each other.
    if (stored) await transaction.notify(webhookChannel, stored.host)
    return { count: 1, ...(stored && { request: stored.id }) }
  },
}
