import { sql } from 'kysely'
import { toPlain } from '#runtime/kernel/decimal.ts'
import type { Consequence } from '../../../records/record-transaction.ts'
import { computeValue } from '../../../records/then/computed-values.ts'

export const WEBHOOK_JOB = 'deliver-webhooks'
/** The channel on which a commit tells the servers that requests wait. */
export const webhookChannel = 'webhooks'

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
    const { rows } = await sql<{ id: string }>`
      insert into sys_webhook (url, body) values (${url}, ${body}) returning id::text as id`.execute(
      transaction.trx,
    )
    await transaction.notify(webhookChannel, '')
    const [stored] = rows
    return { count: 1, ...(stored && { request: stored.id }) }
  },
}
