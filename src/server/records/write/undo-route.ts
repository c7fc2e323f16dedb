import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { listCode } from '../../documents/kinds/list.ts'
import { ok } from '../../platform/http/envelope.ts'
import { writeAnswer } from '../idempotency.ts'
import { type EntryOf, openResource } from '../record-routes.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import type { RecordServices } from '../services.ts'
import { prepareUndo, undoStep } from './undo.ts'

const UndoBody = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
)

/** Undoes a removal, a move or a batch edit of a moment ago, which answered the id; the right to each of them is required again. */
export function undoRoute(
  app: FastifyInstance,
  services: RecordServices,
  place: string,
  readEntry: EntryOf,
): void {
  app.post(
    `${place}/undo`,
    { config: { access: (request) => listCode(readEntry(request).document) }, schema: { body: UndoBody } },
    async (request) => {
      const { resource, caller } = openResource(request, readEntry, services)
      const { id } = request.body
      const { result, message } = await writeAnswer(services, request, resource, async () => {
        const edits = await prepareUndo(services.db.app, resource, caller, id)
        return async (transaction: RecordTransaction) => {
          const { records } = await undoStep(transaction, resource, caller, id, edits)
          return { result: { count: records.length }, message: '已撤销' }
        }
      })
      return ok(result, message)
    },
  )
}
