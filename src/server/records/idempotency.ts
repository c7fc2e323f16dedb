import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { defineRefusals } from '../platform/http/refusals.ts'
import type { Db, Trx } from '../platform/store/database.ts'
import { isLockWait } from '../platform/store/failures.ts'
import type { RecordTransaction } from './record-transaction.ts'
import { badParameter } from './refuse.ts'
import type { Resource } from './resource.ts'
import type { RecordServices } from './services.ts'
import { writeRecords } from './transaction.ts'
import { translateViolation } from './write/violation.ts'

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
interface Attempt {
  userId: string
  key: string | null
  hash: string
}

/** How many writes of a request have their answers: a request that writes several records has a key for each. */
const answered = new WeakMap<FastifyRequest, number>()

/** What identifies the next write of a request and its repetitions: the header, its user, its address and its body. */
function readAttempt(request: FastifyRequest): Attempt {
  const { headers, user, url, body } = request
  const header = headers['idempotency-key']
  const userId = user.id
  if (header === undefined || header === '') return { userId, key: null, hash: '' }
  if (typeof header !== 'string' || !/^[A-Za-z0-9_-]{8,64}$/.test(header))
    throw refuse('IDEMPOTENCY_KEY_FORMAT')
  const hash = createHash('sha256')
    .update(JSON.stringify([url, body]))
    .digest('hex')
  const place = answered.get(request) ?? 0
  return { userId, key: place === 0 ? header : `${header} ${place}`, hash }
}

/**
 * Runs the work once for each key; a repetition gets the first answer through `replay`. A second request with the key waits for
 * the commit of the first on the key's row; when the first fails, its row is rolled back and the second does the work.
 */
async function once(
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
async function firstAnswer(
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

/**
 * Writes records in one transaction, once for each idempotency key; a violated constraint becomes the problem of its field.
 * `prepare` reads and checks the request before the transaction opens. A repetition gets the first answer without these checks,
 * because it might not pass a second time.
 */
export async function writeAnswer(
  services: RecordServices,
  request: FastifyRequest,
  resource: Resource,
  prepare: () => Promise<(transaction: RecordTransaction) => Promise<Answer>>,
  replay: Replay = async (_, first) => first,
): Promise<Answer> {
  const attempt = readAttempt(request)
  const answer =
    (await firstAnswer(services.db.app, attempt, replay)) ??
    (await writeOnce(services, attempt, resource, await prepare(), replay))
  answered.set(request, (answered.get(request) ?? 0) + 1)
  return answer
}

const writeOnce = (
  services: RecordServices,
  attempt: Attempt,
  resource: Resource,
  write: (transaction: RecordTransaction) => Promise<Answer>,
  replay: Replay,
): Promise<Answer> =>
  writeRecords(services, (transaction) =>
    once(transaction.trx, attempt, () => write(transaction), replay),
  ).catch((error: unknown) => {
    throw translateViolation(resource, error)
  })
