import type { FastifyInstance } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { hasMoves, moveBetween, type RecordMove, type RecordMoves } from '#runtime/record/moves.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { ok } from '../../platform/http/envelope.ts'
import { onlyKeys } from '../body.ts'
import type { Caller } from '../caller.ts'
import type { OpenedRecord } from '../read/open-record.ts'
import { visibleTo } from '../read/record.ts'
import { fieldText, namesOfAccounts } from '../read/record-texts.ts'
import { addTexts } from '../read/wire.ts'
import { type EntryOf, openResource } from '../record-routes.ts'
import { notFound } from '../refuse.ts'
import { isReadable } from '../resource.ts'
import type { RecordServices } from '../services.ts'
import { readId } from '../write/save-change.ts'

type MoveServices = Pick<RecordServices, 'db' | 'dictionaries' | 'versions'>

/** Maximum moves of an answer; of records with more the latest are answered. */
const MAX_MOVES = 50

/** The moves of a record that the caller may read, in the texts that lists show; none where its state is hidden. */
export async function readRecordMoves(
  { db, dictionaries, versions }: MoveServices,
  { resource, head }: OpenedRecord,
  caller: Caller,
): Promise<RecordMove[]> {
  const { screen, table } = resource
  const id = String(head.id)
  const { flow } = screen
  const findField = (key: string) => screen.fields.find((field) => field.key === key)
  const stateField = flow && findField(flow.field)
  if (!hasMoves(screen) || !flow || !stateField || !isReadable(stateField, caller.can)) return []
  const answerKeys = [...new Set(flow.moves.flatMap(({ ask }) => ask?.key ?? []))]
  const fields = { state: flow.field, answers: answerKeys }
  const stored = await versions.readMoves(db.app, { table, id }, fields, MAX_MOVES)
  const values = stored.map(({ to, answers }) =>
    visibleTo(resource, { [flow.field]: to, ...answers }, caller.can),
  )
  await addTexts(values, resource.columns.values(), dictionaries)
  const names = await namesOfAccounts(
    dictionaries,
    stored.flatMap(({ by }) => by ?? []),
  )
  return stored.map((entry, at): RecordMove => {
    const { from, to, isUndone, by, time } = entry
    const move =
      flow.moves.find(({ code }) => code === entry.move) ??
      (isUndone ? moveBetween(flow, to, from ?? '') : moveBetween(flow, from, to))
    const state = fieldText(stateField, values[at] ?? {})
    const opinion = isUndone || !move?.ask ? undefined : findField(move.ask.key)
    return {
      id: entry.id,
      title: isUndone ? `撤销${move?.title ?? ''}` : (move?.title ?? state),
      isUndone,
      to,
      state,
      author: names.get(by ?? '') ?? by ?? '',
      time,
      opinion: opinion ? fieldText(opinion, values[at] ?? {}) : '',
    }
  })
}

/** `moves`: the author of a record and its moves, under the right and the row rules of reading the record. */
export function movesRoute(
  app: FastifyInstance,
  services: RecordServices,
  place: string,
  readEntry: EntryOf,
): void {
  app.get(
    `${place}/moves`,
    { config: { access: (request) => `${getPerm(readEntry(request).document)}:detail` } },
    async (request) => {
      const { id } = onlyKeys(request.query, ['id'])
      const { resource, caller } = openResource(request, readEntry, services)
      if (!hasMoves(resource.screen)) throw appError('NOT_FOUND')
      const opened = await caller.open(services.db.app, resource, readId(id))
      if (!opened) throw notFound()
      const { createBy, createTime } = visibleTo(opened.resource, opened.head, caller.can)
      const account = typeof createBy === 'string' ? createBy : ''
      const names = await namesOfAccounts(services.dictionaries, account === '' ? [] : [account])
      const answer: RecordMoves = {
        author: names.get(account) ?? account,
        createTime: typeof createTime === 'string' ? createTime : '',
        moves: await readRecordMoves(services, opened, caller),
      }
      return ok(answer)
    },
  )
}
