import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { planRun } from '../../platform/jobs/plan-run.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import type { HookEvent, Subscription } from './subscriptions.ts'

/** The task that sends what waits for one webhook. */
export const HOOK_TASK = 'deliver-webhook'

/** Asks for the requests of a webhook; each is sent on its own, so that a receiver that hangs delays no other. */
export const planHook = (db: Db, hookId: string): Promise<void> =>
  planRun(db, {
    task: HOOK_TASK,
    key: `hook:${hookId}`,
    payload: { hook: hookId },
    due: currentTime(),
    isSerial: true,
  })

interface Content {
  screen?: string
  record?: string
  by: string
  move?: string
  /** The move was taken back. */
  undone?: true
  data?: object
}

/** Stores a request in the log, where it waits to be sent; `id` is the same in all its attempts. */
export async function storeDelivery(
  db: Db,
  { id: hook, name, address }: Pick<Subscription, 'id' | 'name' | 'address'>,
  event: HookEvent | 'ping',
  content: Content,
): Promise<void> {
  const id = randomUUID()
  const body = JSON.stringify({ id, event, time: currentTime().toISOString(), ...content })
  await sql`
    insert into sys_hook_delivery (id, create_by, create_time, hook_id, name, address, event, screen, record_id, body, state,
      next_try)
    values (${id}, ${content.by}, localtimestamp, ${hook}, ${name}, ${address}, ${event}, ${content.screen ?? null},
      ${content.record ?? null}, ${body}, 'waiting', now())`.execute(db)
  await planHook(db, hook)
}

/** Whether a request of a webhook has named a record, as far as the log goes back. */
export async function hasNamed(
  db: Db,
  { hook, screen, record }: { hook: string; screen: string; record: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sys_hook_delivery where hook_id = ${hook} and screen = ${screen} and record_id = ${record} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
