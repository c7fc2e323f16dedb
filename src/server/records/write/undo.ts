import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import type { Flow, Move } from '#runtime/schema/types.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Db } from '../../platform/store/database.ts'
import { startsWorkflow } from '../access/workflows.ts'
import { type Caller, openEnvWithin } from '../caller.ts'
import type { Effects } from '../effects/effects.ts'
import { hasRemovalHook } from '../effects/hooks.ts'
import { runEffect } from '../effects/run-effect.ts'
import { requireUnused } from '../follow-up/used.ts'
import { postMove } from '../ledger/post.ts'
import { readHeads, type Values, withAllDetails } from '../read/record.ts'
import { type HeadChange, withReached, writeHeadChanges } from '../recompute.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { notFound } from '../refuse.ts'
import type { Resource } from '../resource.ts'
import { hasRemaining } from '../then/run-then.ts'
import { restoreRecords } from './restore.ts'
import { prepareChange } from './save-change.ts'
import { keepStep, readStep, takeStep, type UndoRecord, type UndoStep } from './undo-store.ts'

const refuse = defineRefusals({
  UNDO_OVER: '已经不能撤销：时间已过，或者已经撤销过',
  UNDO_CHANGED: '{records}后来有改动，不能撤销',
  UNDO_NO_WAY: '「{move}」之后的状态不能由您退回，不能撤销',
})

/** The parts of the state that a move writes. */
export const movedKeys = (flow: Flow, move: Move): string[] => [
  flow.field,
  ...(move.ask ? [move.ask.key] : []),
  ...Object.keys(move.set ?? {}),
]

/** The way back from a move: a move of the flow, or none where nothing but the record's own values changed. */
type WayBack = { inverse: Move | null }

/**
 * How a move of records with these former states can be undone: by the move of the flow that leads back, which its user
 * must have the right to; where the flow has none, by the kept values. Null where an effect would remain.
 */
export function wayBack(
  flow: Flow,
  move: Move,
  states: ReadonlySet<string>,
  rights: { perm: string; can: Caller['can']; effects: Effects },
): WayBack | null {
  const [state] = states
  if (states.size !== 1 || move.to === state) return null
  const inverse = flow.moves.find(({ from, to }) => to === state && from.includes(move.to)) ?? null
  if (inverse && !rights.can(`${rights.perm}:${inverse.code}`)) return null
  const needed = move.effect && rights.effects.get(move.effect).inverse
  if (move.effect && needed === undefined) return null
  if (inverse?.effect !== needed) return null
  // What was posted is taken back by the move that leads back, and what was taken back is posted again.
  const isPostedBack = !move.post || inverse?.reverse === true
  const isPostedAgain = !move.reverse || inverse?.post !== undefined
  return isPostedBack && isPostedAgain ? { inverse } : null
}

/** Keeps a removal for its undo; undefined where records are not kept, or a hook did more than refuse. */
export async function keepRemoval(
  { trx, hooks, consequences }: Pick<RecordTransaction, 'trx' | 'hooks' | 'consequences'>,
  { screen, softDelete }: Resource,
  caller: Caller,
  removed: readonly Values[],
): Promise<string | undefined> {
  if (!softDelete || hasRemovalHook(hooks, screen) || hasRemaining(consequences, screen, 'remove'))
    return undefined
  const records = removed.map(({ id, rev }) => ({ id: String(id), rev: Number(rev) + 1, former: {} }))
  return await keepStep(trx, caller.user.id, screen.id, { kind: 'remove', records })
}

/** Keeps a move for its undo; undefined where it has no way back for its user. */
export async function keepMove(
  {
    trx,
    effects,
    consequences,
    documents,
  }: Pick<RecordTransaction, 'trx' | 'effects' | 'consequences' | 'documents'>,
  { screen, perm }: Resource,
  caller: Caller,
  move: Move,
  moved: readonly Values[],
): Promise<string | undefined> {
  const { flow } = screen
  if (!flow || hasRemaining(consequences, screen, `move ${move.code}`)) return undefined
  if (startsWorkflow(documents, screen.id, move.code)) return undefined
  const states = new Set(moved.map((record) => String(record[flow.field] ?? '')))
  if (!wayBack(flow, move, states, { perm, can: caller.can, effects })) return undefined
  const keys = movedKeys(flow, move)
  const records = moved.map((record) => ({
    id: String(record.id),
    rev: Number(record.rev) + 1,
    former: Object.fromEntries(keys.map((key) => [key, record[key] ?? null])),
  }))
  return await keepStep(trx, caller.user.id, screen.id, { kind: 'move', move: move.code, records })
}

/** Refuses with the names of the records that changed after the operation; `heads` are their present values. */
function requireUnchanged(
  resource: Resource,
  records: readonly UndoRecord[],
  heads: readonly Values[],
): void {
  const revisions = new Map(records.map(({ id, rev }) => [id, rev]))
  const key = findNameKey(resource.screen, fieldValues) ?? 'id'
  const changed = heads.filter(({ id, rev }) => revisions.get(String(id)) !== Number(rev))
  if (changed.length === 0) return
  const names = changed.slice(0, 5).map((head) => `「${String(head[key] ?? head.id)}」`)
  throw refuse('UNDO_CHANGED', { values: { records: names.join('') } })
}

async function undoRemoval(
  transaction: RecordTransaction,
  resource: Resource,
  caller: Caller,
  { records }: UndoStep,
): Promise<void> {
  if (!caller.can(`${resource.perm}:delete`)) throw appError('FORBIDDEN')
  const ids = records.map(({ id }) => id)
  const { rows } = await sql<Values>`
    select id, rev from ${sql.id(resource.table)} where id in (${sql.join(ids)}) order by id for update`.execute(
    transaction.trx,
  )
  requireUnchanged(resource, records, rows)
  await restoreRecords(transaction, resource, caller, ids)
}

async function undoMove(
  transaction: RecordTransaction,
  resource: Resource,
  caller: Caller,
  { move: code, records }: UndoStep,
): Promise<void> {
  const { trx, effects, publish } = transaction
  const { screen, perm } = resource
  const { flow } = screen
  const move = flow?.moves.find((entry) => entry.code === code)
  if (!flow || !move) throw refuse('UNDO_OVER')
  if (!caller.can(`${perm}:${move.code}`)) throw appError('FORBIDDEN')
  const states = new Set(records.map(({ former }) => String(former[flow.field] ?? '')))
  const way = wayBack(flow, move, states, { perm, can: caller.can, effects })
  if (!way) throw refuse('UNDO_NO_WAY', { values: { move: move.title } })
  const ids = records.map(({ id }) => id)
  const heads = await readHeads(trx, resource, ids, caller.rules(resource), true)
  if (heads.length < ids.length) throw notFound()
  requireUnchanged(resource, records, heads)
  const env = caller.env('edit')
  const stamp = caller.stamp(env)
  const current = await withAllDetails(trx, resource, heads)
  const { inverse } = way
  if (inverse?.effect)
    await runEffect(transaction, inverse.effect, inverse, current, { user: caller.user, stamp })
  if (inverse) await postMove(transaction, resource, { flow, move: inverse }, current, { caller, env, stamp })
  const formerById = new Map<string, JsonObject>(records.map(({ id, former }) => [id, former]))
  const restored = current.map(
    (before): HeadChange => [before, { ...before, ...formerById.get(String(before.id)) }],
  )
  const changes = await withReached(resource, movedKeys(flow, move), restored, () =>
    openEnvWithin(transaction, caller, resource, env),
  )
  for (const [before, after] of changes)
    await requireUnused(transaction, resource, caller, `撤销${move.title}`, before, after)
  for (const [before, after] of changes)
    publish({
      type: 'record.moved',
      screen: screen.id,
      id: String(before.id),
      by: caller.user,
      move: move.code,
      before,
      after,
      isUndone: true,
    })
  await writeHeadChanges(trx, resource, changes, stamp)
}

/** Edits the records back: the checks, rights and locks of an edit apply to the values that it had replaced. */
async function undoEdit(
  transaction: RecordTransaction,
  resource: Resource,
  caller: Caller,
  { records }: UndoStep,
  edits: ReadonlyMap<string, Edit>,
): Promise<void> {
  const ids = records.map(({ id }) => id)
  const heads = await readHeads(transaction.trx, resource, ids, caller.rules(resource), true)
  if (heads.length < ids.length) throw notFound()
  requireUnchanged(resource, records, heads)
  for (const id of ids) await edits.get(id)?.(transaction)
}

type Edit = Awaited<ReturnType<typeof prepareChange>>

/** Reads what the undo of an edit needs before its transaction opens; empty for other operations. */
export async function prepareUndo(
  db: Db,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<ReadonlyMap<string, Edit>> {
  const step = await readStep(db, caller.user.id, resource.screen.id, id)
  const edits = new Map<string, Edit>()
  if (step?.kind !== 'edit') return edits
  if (!caller.can(`${resource.perm}:edit`)) throw appError('FORBIDDEN')
  for (const { id, former } of step.records) {
    const saved = { head: former, details: new Map(), problems: [] }
    edits.set(id, await prepareChange(resource, caller, { id, revision: null, saved }))
  }
  return edits
}

/**
 * Undoes an operation of this user, whose id its answer named: all of its records or none, with the rights of this
 * moment. Refused with the reason when a record changed since; an effect is reversed by the effect of the move that
 * leads back, which may refuse as it does for that move.
 */
export async function undoStep(
  transaction: RecordTransaction,
  resource: Resource,
  caller: Caller,
  id: string,
  edits: ReadonlyMap<string, Edit>,
): Promise<UndoStep> {
  const step = await takeStep(transaction.trx, caller.user.id, resource.screen.id, id)
  if (!step) throw refuse('UNDO_OVER')
  if (step.kind === 'remove') await undoRemoval(transaction, resource, caller, step)
  else if (step.kind === 'edit') await undoEdit(transaction, resource, caller, step, edits)
  else await undoMove(transaction, resource, caller, step)
  return step
}
