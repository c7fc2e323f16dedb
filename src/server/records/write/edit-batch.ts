import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { fieldValues } from '#runtime/fields/values.ts'
import { AppError, listProblems } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import { isDetail } from '#runtime/schema/types.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Trx } from '../../platform/store/database.ts'
import { type Caller, isConfirmed } from '../caller.ts'
import { readHeads } from '../read/record.ts'
import { type EntryOf, openResource } from '../record-routes.ts'
import { badParameter } from '../refuse.ts'
import type { Resource } from '../resource.ts'
import type { RecordServices } from '../services.ts'
import { hasRemaining } from '../then/run-then.ts'
import { writeRecords } from '../transaction.ts'
import { idList } from './remove.ts'
import { prepareEdit } from './save-change.ts'
import { keepStep, type UndoRecord } from './undo-store.ts'
import { translateViolation } from './violation.ts'

/** A record that was not changed, by its number, and the reason. */
export interface BatchFailure {
  id: string
  name: string
  text: string
}

const BatchBody = Type.Object(
  { ids: Type.String({ maxLength: 200_000 }), values: Type.Record(Type.String(), Type.Unknown()) },
  { additionalProperties: false },
)

const MAX_VALUES = 50

/** The reason in words: of several problems the first. */
function formatReason(error: AppError): string {
  const [first] = listProblems(error)
  return first?.text ?? error.text
}

/** The values of the head that the body names; rows and keys of no field are refused. */
function readValues({ screen }: Resource, values: JsonObject): JsonObject {
  const keys = Object.keys(values)
  if (keys.length === 0 || keys.length > MAX_VALUES) throw badParameter('values')
  for (const key of keys) {
    const field = screen.fields.find((entry) => entry.key === key)
    if (!field || isDetail(field)) throw badParameter(key)
  }
  return values
}

/** Saves one record by the code of an edit; what undoes it, or the reason when it is refused. */
async function editOne(
  services: RecordServices,
  resource: Resource,
  caller: Caller,
  { id, ...values }: JsonObject & { id: string },
): Promise<UndoRecord | string> {
  try {
    const put = await prepareEdit(resource, caller, { ...values, id })
    return await writeRecords(services, async (transaction) => {
      const [before] = await readHeads(transaction.trx, resource, [id], caller.rules(resource), true)
      const former = Object.fromEntries(Object.keys(values).map((key) => [key, before?.[key] ?? null]))
      const { rev } = await put(transaction)
      return { id, rev: Number(rev), former }
    })
  } catch (error) {
    const refusal = translateViolation(resource, error)
    if (refusal instanceof AppError && refusal.status < 500) return formatReason(refusal)
    throw refusal
  }
}

/**
 * Writes the same values into several records. Each is an edit of its own, with the checks, rights, row rules and locks
 * of the flow, in its own transaction: a record that refuses keeps no other from being changed, and none waits for all.
 */
export function editBatchRoute(
  app: FastifyInstance,
  services: RecordServices,
  place: string,
  readEntry: EntryOf,
): void {
  app.post(
    `${place}/editBatch`,
    {
      config: { access: (request) => `${getPerm(readEntry(request).document)}:edit` },
      schema: { body: BatchBody },
    },
    async (request) => {
      const { resource, caller } = openResource(request, readEntry, services)
      const ids = [...new Set(idList(request.body.ids))]
      const values = readValues(resource, request.body.values)
      const heads = await readHeads(services.db.app, resource, ids, caller.rules(resource))
      const nameKey = findNameKey(resource.screen, fieldValues) ?? 'id'
      const names = new Map(heads.map((head) => [String(head.id), String(head[nameKey] ?? '')]))
      const asking = { ...caller, ...(!isConfirmed(request) && { asksToConfirm: () => true }) }
      const failures: BatchFailure[] = []
      const records: UndoRecord[] = []
      for (const id of ids) {
        const outcome = await editOne(services, resource, asking, { ...values, id })
        if (typeof outcome === 'string') failures.push({ id, name: names.get(id) ?? '', text: outcome })
        else records.push(outcome)
      }
      const count = records.length
      const keep = (trx: Trx) => keepStep(trx, caller.user.id, resource.screen.id, { kind: 'edit', records })
      const isUndoable = count > 0 && !hasRemaining(services.consequences, resource.screen, 'edit')
      const undo = isUndoable ? { undo: await services.db.write(keep) } : {}
      const rest = failures.length > 0 ? `，${failures.length} 条没有修改` : ''
      return ok({ count, failures, ...undo }, `已修改 ${count} 条${rest}`)
    },
  )
}
