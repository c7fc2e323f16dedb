import type { FastifyInstance } from 'fastify'
import { AppError, listProblems } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { isPlain } from '../body.ts'
import type { Caller } from '../caller.ts'
import { writeAnswer } from '../idempotency.ts'
import { type EntryOf, openResource } from '../record-routes.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { badParameter } from '../refuse.ts'
import type { Resource } from '../resource.ts'
import type { RecordServices } from '../services.ts'
import { prepareAdd } from './save-new.ts'

const refuse = defineRefusals({ BATCH_EMPTY: '请至少填一行' })

const MAX_ROWS = 200

interface Batch {
  /** The field of the form that holds the rows. */
  key: string
  records: JsonObject[]
}

/**
 * The records of a form: each row of its only detail table with the values of its head. A form also has fields that the
 * screen does not have, which only show something.
 */
function readBatch({ screen }: Resource, body: unknown): Batch {
  if (!isPlain(body)) throw badParameter('body')
  const tables = Object.entries(body).filter(([, value]) => Array.isArray(value))
  const [table, ...others] = tables
  if (!table || others.length > 0) throw badParameter('body')
  const [key, rows] = table as [string, unknown[]]
  if (rows.length === 0) throw refuse('BATCH_EMPTY')
  if (rows.length > MAX_ROWS || !rows.every(isJsonObject)) throw badParameter(key)
  const keys = new Set(screen.fields.map((field) => field.key))
  const records = rows.map((row) =>
    Object.fromEntries(
      Object.entries({ ...body, ...row }).filter(([name]) => keys.has(name) && name !== key),
    ),
  )
  return { key, records }
}

/** The same refusal with its problems at the row of the form, or at its head where the row has no such value. */
function atRow(error: unknown, path: readonly [key: string, at: number]): unknown {
  if (!(error instanceof AppError) || !isJsonObject(error.result)) return error
  const moved = listProblems(error).map((problem) => ({
    ...problem,
    path: `${pointer(...path)}${problem.path}`,
  }))
  return Object.assign(error, { result: { ...error.result, problems: moved } })
}

/** Reads and checks one record, with the place of its problems. */
async function prepareRow(
  resource: Resource,
  caller: Caller,
  record: JsonObject,
  path: readonly [key: string, at: number],
) {
  try {
    return await prepareAdd(resource, caller, record)
  } catch (error) {
    throw atRow(error, path)
  }
}

/** Adds a record for each row of a form, all or none, each with the checks, rights and hooks of an add of its own. */
export function addBatchRoute(
  app: FastifyInstance,
  services: RecordServices,
  place: string,
  readEntry: EntryOf,
): void {
  app.post(
    `${place}/addBatch`,
    { config: { access: (request) => `${getPerm(readEntry(request).document)}:add` } },
    async (request) => {
      const { resource, caller } = openResource(request, readEntry, services)
      const { key, records } = readBatch(resource, request.body)
      const { result, message } = await writeAnswer(services, request, resource, async () => {
        const puts: Awaited<ReturnType<typeof prepareAdd>>[] = []
        for (const [at, record] of records.entries())
          puts.push(await prepareRow(resource, caller, record, [key, at]))
        return async (transaction: RecordTransaction) => {
          const ids: string[] = []
          for (const put of puts) ids.push(String((await put(transaction)).id))
          return { result: { count: ids.length, ids }, message: `已登记 ${ids.length} 条` }
        }
      })
      return ok(result, message)
    },
  )
}
