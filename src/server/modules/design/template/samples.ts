import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { Scope } from '#runtime/kernel/expression.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { envScope } from '#runtime/record/scope.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { buildCaller, type Caller } from '../../../records/caller.ts'
import { moveRecords } from '../../../records/move/move.ts'
import { getResource, type Resource } from '../../../records/resource.ts'
import type { RecordServices } from '../../../records/services.ts'
import { computeValue } from '../../../records/then/computed-values.ts'
import { writeRecords } from '../../../records/transaction.ts'
import { prepareAdd } from '../../../records/write/save-new.ts'
import { documentGone } from '../tables/sources.ts'
import type { Template } from './templates.ts'

const HOUR_MS = 60 * 60 * 1000

/** The screen of a document, compiled. */
export function openScreen(
  { documents }: Pick<RecordServices, 'documents'>,
  id: string,
): Resource | undefined {
  const entry = documents.screen(id)
  return entry && getResource(entry.document, entry.documentHash, fieldValues)
}

/**
 * Adds the sample records of an installed template in one transaction, as their author would with all rights on the new screens,
 * which nobody else has yet. Returns their number.
 */
export async function addSamples(
  services: RecordServices,
  author: SessionUser,
  { rows }: Template,
  group: string,
): Promise<number> {
  const caller = buildCaller({ ...author, isAdmin: true }, services)
  const start = Date.now()
  return await writeRecords(services, async (transaction) => {
    const { trx } = transaction
    // The transaction has the rows that later ones refer to.
    const at = (time: number): Caller => ({
      ...caller,
      env: (mode) => ({ ...caller.env(mode), now: new Date(time) }),
      dictionaries: { texts: (valuesByCode) => services.dictionaries.texts(valuesByCode, trx) },
      handlers: () => caller.handlers(trx),
    })
    const ids: Record<string, unknown> = {}
    for (const [position, { screen, key, daysAgo = 0, values, moves = [] }] of rows.entries()) {
      const resource = openScreen(services, `${group}/${screen}`)
      if (!resource) throw documentGone()
      const time = start - daysAgo * 24 * HOUR_MS
      const writer = at(time)
      const env = envScope(writer.env('add'))
      const scope: Scope = (path) => (path[0] === 'rows' ? ids[path[1] ?? ''] : env(path))
      const { id } = await (await prepareAdd(resource, writer, fill(values, scope)))(transaction)
      if (key !== undefined) ids[key] = id
      for (const { code, hours = 0, answer } of moves) {
        const move = resource.screen.flow?.moves.find((entry) => entry.code === code)
        if (move)
          await moveRecords(transaction, resource, at(time + hours * HOUR_MS), move, [String(id)], answer)
      }
      await sql`
        insert into sys_design_sample (document_id, record_id, revision, position)
        select ${resource.screen.id}, t.id, t.rev, ${position} from ${sql.id(resource.table)} as t
        where t.id = ${id}`.execute(trx)
    }
    return rows.length
  })
}

function fill(value: JsonObject, scope: Scope): JsonObject {
  const compute = (inner: unknown): unknown =>
    Array.isArray(inner)
      ? inner.map(compute)
      : isJsonObject(inner)
        ? fill(inner, scope)
        : computeValue(inner, scope)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compute(inner)]))
}
