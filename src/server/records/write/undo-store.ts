import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Db, Trx } from '../../platform/store/database.ts'

/** A record after an operation, and the values that the operation replaced; a removal replaced none. */
export interface UndoRecord {
  id: string
  rev: number
  former: JsonObject
}

/** What an operation did; `move` is the code of the move. */
export interface UndoStep {
  kind: 'remove' | 'move' | 'edit'
  move?: string
  records: readonly UndoRecord[]
}

/** Seconds for which an operation can be undone: longer than its notice is shown, because requests may wait. */
export const UNDO_SECONDS = 30

const isFresh = sql`create_time > now() - make_interval(secs => ${UNDO_SECONDS})`

/** Keeps the step for its user in the transaction of the operation; returns its id. */
export async function keepStep(trx: Trx, userId: string, screen: string, step: UndoStep): Promise<string> {
  const id = randomUUID()
  await sql`delete from sys_undo where user_id = ${userId} and not ${isFresh}`.execute(trx)
  await sql`
    insert into sys_undo (id, user_id, screen, step)
    values (${id}, ${userId}, ${screen}, ${JSON.stringify(step)}::jsonb)`.execute(trx)
  return id
}

const isStep = (value: unknown): value is UndoStep =>
  isJsonObject(value) && typeof value.kind === 'string' && Array.isArray(value.records)

/** The user's step without taking it; null as for `takeStep`. */
export async function readStep(db: Db, userId: string, screen: string, id: string): Promise<UndoStep | null> {
  const { rows } = await sql<{ step: unknown }>`
    select step from sys_undo where id = ${id} and user_id = ${userId} and screen = ${screen} and ${isFresh}`.execute(
    db,
  )
  const step = rows[0]?.step
  return isStep(step) ? step : null
}

/** Takes the user's step, once; null when it is taken, too old, or somebody else's. */
export async function takeStep(
  trx: Trx,
  userId: string,
  screen: string,
  id: string,
): Promise<UndoStep | null> {
  const { rows } = await sql<{ step: unknown; isFresh: boolean }>`
    delete from sys_undo where id = ${id} and user_id = ${userId} and screen = ${screen}
    returning step, ${isFresh} as "isFresh"`.execute(trx)
  const [row] = rows
  return row?.isFresh && isStep(row.step) ? row.step : null
}
