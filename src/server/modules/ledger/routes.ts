import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { appError, errorText } from '#runtime/kernel/errors.ts'
import { formatDate, isDate } from '#runtime/kernel/time.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { DocumentPath, readDocumentId } from '../../documents/document-path.ts'
import { listCode } from '../../documents/kinds/list.ts'
import { ok } from '../../platform/http/envelope.ts'
import { currentTime } from '../../platform/store/clock.ts'
import { buildCaller } from '../../records/caller.ts'
import { type Ledger, openLedger } from '../../records/ledger/open-ledger.ts'
import { badParameter } from '../../records/refuse.ts'
import type { LedgerServices } from './begin.ts'
import { readBalances, readEntries } from './inquiry.ts'
import { closeMonth, readMonths, reopenMonth } from './months.ts'

const place = '/ledger/:group/:name'
const Day = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' })
const Month = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' })
/** The sizes of pages, as texts: what is no number, or beyond the limits, counts as the nearest one. */
const page = {
  pageNo: Type.Optional(Type.String()),
  pageSize: Type.Optional(Type.String()),
}
const readNumber = (text: string | undefined, most: number, absent: number): number => {
  const number = Math.trunc(Number(text ?? absent))
  return number >= 1 ? Math.min(number, most) : absent
}
const readPage = ({ pageNo, pageSize }: { pageNo?: string; pageSize?: string }) => ({
  pageNo: readNumber(pageNo, 100_000, 1),
  pageSize: readNumber(pageSize, 200, 20),
})
// Open to other parameters: the page adds `_t` to each address.
const BalanceQuery = Type.Object({ day: Type.Optional(Day), ...page })
const EntryQuery = Type.Object({ balance: Type.String({ minLength: 1, maxLength: 36 }), ...page })
const MonthBody = Type.Object({ month: Month }, { additionalProperties: false })

/** The inquiry of a ledger, for those who may list its balance and its entries, and the closing of its months. */
export function ledgerRoutes(app: FastifyInstance, services: LedgerServices): void {
  const { documents, db } = services
  const findLedger = (request: FastifyRequest): Ledger => {
    const id = readDocumentId(request)
    if (!asDocumentWith(documents.entry(id)?.document, 'keepsBalances')) throw appError('NOT_FOUND')
    return openLedger(documents, id)
  }
  const needsList = (which: 'balance' | 'entries') => (request: FastifyRequest) =>
    listCode(findLedger(request)[which].screen)
  const needsClosing = (request: FastifyRequest) => findLedger(request).document.needs

  app.get(
    `${place}/balances`,
    { config: { access: needsList('balance') }, schema: { params: DocumentPath, querystring: BalanceQuery } },
    async (request) => {
      const query = request.query as Type.Static<typeof BalanceQuery>
      const { day = formatDate(currentTime()) } = query
      if (!isDate(day)) throw badParameter('day')
      return ok(
        await readBalances(
          services,
          findLedger(request),
          buildCaller(request.user, services),
          day,
          readPage(query),
        ),
      )
    },
  )
  app.get(
    `${place}/entries`,
    { config: { access: needsList('entries') }, schema: { params: DocumentPath, querystring: EntryQuery } },
    async (request) => {
      const query = request.query as Type.Static<typeof EntryQuery>
      return ok(
        await readEntries(
          services,
          findLedger(request),
          buildCaller(request.user, services),
          query.balance,
          readPage(query),
        ),
      )
    },
  )
  app.get(
    `${place}/months`,
    { config: { access: needsClosing }, schema: { params: DocumentPath } },
    async (request) =>
      ok(await readMonths(services, findLedger(request), buildCaller(request.user, services))),
  )
  for (const [verb, work] of [
    ['close', closeMonth],
    ['reopen', reopenMonth],
  ] as const)
    app.route({
      method: 'POST',
      url: `${place}/${verb}`,
      config: { access: needsClosing },
      schema: { params: DocumentPath, body: MonthBody },
      handler: async (request) => {
        const ledger = findLedger(request)
        const { month } = request.body as Type.Static<typeof MonthBody>
        await db.write((trx) => work(trx, ledger, month, request.user.username))
        return ok(null, errorText('SAVED'))
      },
    })
}
