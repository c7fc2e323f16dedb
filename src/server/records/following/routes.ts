import type { FastifyInstance, FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { ok } from '../../platform/http/envelope.ts'
import { isPlain, onlyKeys } from '../body.ts'
import { listFrom } from '../follow-up/follow-ups.ts'
import { type EntryOf, openResource } from '../record-routes.ts'
import { badParameter } from '../refuse.ts'
import type { RecordServices } from '../services.ts'
import { writeRecords } from '../transaction.ts'
import { idList } from '../write/remove.ts'
import { readId } from '../write/save-change.ts'
import { readChain } from './chain.ts'
import { closeRows } from './close.ts'
import { draftFollowUp } from './draft.ts'

/**
 * `follow-up/:code`: the new record that follows from the records with these ids, filled in and not saved. `close/:code` and
 * `reopen/:code`: closes rows by hand and opens them again, all of the records or those with the ids `rows`. `chain`: the records
 * that a record follows from, and those that follow from it.
 */
export function followUpRoutes(
  app: FastifyInstance,
  services: RecordServices,
  place: string,
  readEntry: EntryOf,
): void {
  const readCode = (request: FastifyRequest) => (request.params as { code: string }).code
  /** The right of the button, which is also that of closing what it takes. */
  const access = (request: FastifyRequest) => codeOfAction(readEntry(request).document, readCode(request))
  const open = (request: FastifyRequest) => {
    const { resource, caller } = openResource(request, readEntry, services)
    const entry = listFrom(services.documents, resource).find(
      ({ followUp }) => followUp.code === readCode(request),
    )
    if (!entry) throw appError('NOT_FOUND')
    return { entry, caller }
  }

  app.get(`${place}/follow-up/:code`, { config: { access } }, async (request) => {
    const { entry, caller } = open(request)
    const { ids } = onlyKeys(request.query, ['ids'])
    return ok(await draftFollowUp(services, entry, caller, idList(ids)))
  })

  for (const [word, isClosed, text] of [
    ['close', true, '关闭'],
    ['reopen', false, '反关闭'],
  ] as const)
    app.post(`${place}/${word}/:code`, { config: { access } }, async (request) => {
      const { entry, caller } = open(request)
      onlyKeys(request.query, [])
      if (!isPlain(request.body)) throw badParameter('body')
      const { ids, rows } = onlyKeys(request.body, ['ids', 'rows'])
      const chosen = rows === undefined ? null : new Set(idList(rows))
      const chosenRows = { ids: idList(ids), rows: chosen, isClosed }
      const count = await writeRecords(services, (transaction) =>
        closeRows(transaction, entry, caller, chosenRows),
      )
      return ok({ count }, count > 0 ? `${text}了 ${count} 行` : `没有可以${text}的行`)
    })

  app.get(
    `${place}/chain`,
    { config: { access: (request) => codeOfAction(readEntry(request).document, 'detail') } },
    async (request) => {
      const { id } = onlyKeys(request.query, ['id'])
      const { resource, caller } = openResource(request, readEntry, services)
      return ok(await readChain(services, resource, caller, readId(id)))
    },
  )
}
