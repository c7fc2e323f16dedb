import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { defineRefusals } from '../platform/http/refusals.ts'
import type { Db, Trx } from '../platform/store/database.ts'
import { isLockWait } from '../platform/store/failures.ts'
import { badParameter } from './refuse.ts'

const refusals = defineRefusals(
  {
    IDEMPOTENCY_KEY_FORMAT: '参数无效：Idempotency-Key',
    IDEMPOTENCY_KEY_REUSED: '参数无效：Idempotency-Key',
    IDEMPOTENCY_ANSWER_MISSING: '参数无效：Idempotency-Key',
  },
  'BAD_PARAMETER',
)
const refuse = (reason: Parameters<typeof refusals>[0]) =>
  refusals(reason, { result: badParameter('Idempotency-Key').result })

export interface Answer {
  result: unknown
  message: string
}

/** Builds the user's current view of a first answer, because rights may have been removed since. Queries the given connection. */
export type Replay = (db: Db, first: Answer) => Promise<Answer>

/** The values that identify repetitions of a request. */
export interface Attempt {
  userId: string
  key: string | null
  hash: string
}

/** Reads the header; `identity` contains the verb, the ids and the body of the request. */
export function readAttempt(header: unknown, userId: string, identity: unknown): Attempt {
  if (header === undefined || header === '') return { userId, key: null, hash: '' }
  if (typeof header !== 'string' || !/^[A-Za-z0-9_-]{8,64}$/.test(header))
    throw refuse('IDEMPOTENCY_KEY_FORMAT')
  return { userId, key: header, hash: createHash('sha256').update(JSON.stringify(identity)).digest('hex') }
}

/**
 * Runs the work once for each key; a repetition gets the first answer through `replay`. A second request with the key waits for
 * the commit of the first on the key's row; when the first fails, its row is rolled back and the second does the work.
 */
export async function once(
  trx: Trx,
  attempt: Attempt,
  work: () => Promise<Answer>,
  replay: Replay,
): Promise<Answer> {
  const { userId, key, hash } = attempt
  if (key === null) return await work()
  await sql`delete from sys_idempotency where user_id = ${userId} and key = ${key}
    and create_time < now() - interval '24 hours'`.execute(trx)
  const claimed = await sql`
    insert into sys_idempotency (user_id, key, body_hash) values (${userId}, ${key}, ${hash})
    on conflict do nothing returning key`
    .execute(trx)
    .catch((error: unknown) => {
      // The first request is still saving: the same request gets its answer later, as the page asks for by itself.
      throw isLockWait(error) ? appError('BUSY', { cause: error }) : error
    })
  if (claimed.rows.length === 0) {
    const first = await firstAnswer(trx, attempt, replay)
    if (!first) throw refuse('IDEMPOTENCY_ANSWER_MISSING')
    return first
  }
  const answer = await work()
  await sql`update sys_idempotency set status = 200, response = ${JSON.stringify(answer)}::jsonb
    where user_id = ${userId} and key = ${key}`.execute(trx)
  return answer
}

/** The answer to the first request with the key, through `replay`; undefined when there is none. */
export async function firstAnswer(
  db: Db,
  { userId, key, hash }: Attempt,
  replay: Replay,
): Promise<Answer | undefined> {
  if (key === null) return undefined
  const { rows } = await sql<{ body_hash: string; response: Answer }>`
    select body_hash, response from sys_idempotency where user_id = ${userId} and key = ${key}
      and create_time >= now() - interval '24 hours'`.execute(db)
  if (rows[0] && rows[0].body_hash !== hash) throw refuse('IDEMPOTENCY_KEY_REUSED')
  return rows[0]?.response && (await replay(db, rows[0].response))
}
