import type { FastifyInstance } from 'fastify'
import { AppError } from '#runtime/kernel/errors.ts'
import { hasMoves, type NextMove } from '#runtime/record/moves.ts'
import { getActions } from '#runtime/schema/action-codes.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import type { Move } from '#runtime/schema/types.ts'
import { ok } from '../../platform/http/envelope.ts'
import { onlyKeys } from '../body.ts'
import type { Caller } from '../caller.ts'
import { listFrom } from '../follow-up/follow-ups.ts'
import { type EntryOf, openResource } from '../record-routes.ts'
import { notFound } from '../refuse.ts'
import { isReadable, type Resource } from '../resource.ts'
import type { RecordServices } from '../services.ts'
import { writeRecords } from '../transaction.ts'
import { readId } from '../write/save-change.ts'
import { moveRecords } from './move.ts'

/** Ends the transaction of a move that is only tried. */
class TriedMove extends Error {}

/** Makes the move of a record in a transaction that is rolled back. Returns why it was refused, null where it was not. */
async function tryMove(
  services: RecordServices,
  resource: Resource,
  caller: Caller,
  move: Move,
  id: string,
): Promise<string | null> {
  try {
    await writeRecords(services, async (transaction) => {
      await moveRecords(transaction, resource, caller, move, [id])
      await transaction.settle()
      throw new TriedMove()
    })
  } catch (error) {
    if (error instanceof TriedMove) return null
    if (error instanceof AppError && error.status < 500) return error.text
    throw error
  }
  return null
}

/** The moves that a record offers in its state, each with what hinders it now; none where its state is hidden from the caller. */
async function readNextMoves(
  services: RecordServices,
  resource: Resource,
  caller: Caller,
  id: string,
  mayTry: boolean,
): Promise<NextMove[]> {
  const { screen, perm } = resource
  const { flow } = screen
  const opened = await caller.open(services.db.app, resource, id)
  if (!opened || !flow) throw notFound()
  const { head } = opened
  const stateField = screen.fields.find(({ key }) => key === flow.field)
  if (!stateField || !isReadable(stateField, caller.can)) return []
  const { row, toolbar } = getActions(screen)
  const offered = new Set(
    [...row, ...toolbar].map((entry) => (typeof entry === 'string' ? entry : entry.code)),
  )
  const isFollowed = listFrom(services.documents, resource).length > 0
  const moves = flow.moves.filter(
    ({ code, from }) => offered.has(code) && from.includes(String(head[flow.field] ?? '')),
  )
  const next: NextMove[] = []
  for (const move of moves) {
    const { code, title, post, reverse } = move
    const isHeld = isFollowed || post !== undefined || reverse === true
    const hindrance = !caller.can(`${perm}:${code}`)
      ? `您没有「${title}」的权限`
      : isHeld && mayTry
        ? await tryMove(services, resource, caller, move, id)
        : null
    next.push({ code, title, hindrance })
  }
  return next
}

/** `next-moves`: the moves that a record offers, and what hinders each, under the right and the row rules of reading the record. */
export function nextMovesRoute(
  app: FastifyInstance,
  services: RecordServices,
  place: string,
  readEntry: EntryOf,
): void {
  app.get(
    `${place}/next-moves`,
    { config: { access: (request) => `${getPerm(readEntry(request).document)}:detail` } },
    async (request) => {
      const { id } = onlyKeys(request.query, ['id'])
      const { resource, caller } = openResource(request, readEntry, services)
      if (!hasMoves(resource.screen)) throw notFound()
      // Requests on behalf of a viewed user may only read.
      return ok(await readNextMoves(services, resource, caller, readId(id), request.viewer === null))
    },
  )
}
