import { appError } from '#runtime/kernel/errors.ts'
import { evaluate, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { divisionFault } from '#runtime/record/checks/checks.ts'
import { computeStep } from '#runtime/record/formulas/formulas.ts'
import { headScope, keySet } from '#runtime/record/scope.ts'
import type { Field, Move } from '#runtime/schema/types.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { requireNotLed } from '../access/led-records.ts'
import { type Caller, openEnvWithin } from '../caller.ts'
import { runEffect } from '../effects/run-effect.ts'
import { requireUnused } from '../follow-up/used.ts'
import { postMove } from '../ledger/post.ts'
import { readHeads, type Values, withAllDetails } from '../read/record.ts'
import { type HeadChange, withReached, writeHeadChanges } from '../recompute.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { badParameter, badValues, notFound } from '../refuse.ts'
import type { Resource } from '../resource.ts'
import { movedKeys } from '../write/undo.ts'

const refuse = defineRefusals({
  MOVE_DENIED: '选中数据的状态不允许此操作',
  ANSWER_MISSING: '请填写意见',
  ANSWER_TOO_LONG: '意见太长',
})

/** Characters of an answer whose field declares no `length`. */
const DEFAULT_ANSWER_LENGTH = 200

interface MoveOptions {
  /** The workflow of the record makes the move; people may not while it leads the record. */
  isOfWorkflow?: boolean
}

/**
 * Moves all of the records or none; the effect runs in the same transaction with the locked records. Returns them as
 * they were before.
 */
export async function moveRecords(
  transaction: RecordTransaction,
  resource: Resource,
  caller: Caller,
  move: Move,
  ids: readonly string[],
  /** What the user wrote when the move asked; see `ask` of a move. */
  answer?: string,
  { isOfWorkflow = false }: MoveOptions = {},
): Promise<Values[]> {
  const { trx, publish } = transaction
  const { flow } = resource.screen
  if (!flow) throw notFound()
  const heads = await readHeads(trx, resource, ids, caller.rules(resource), true)
  if (heads.length < ids.length) throw notFound()
  if (!isOfWorkflow) await requireNotLed(transaction, resource, ids)
  const isAllowed = (head: Values) => move.from.includes(String(head[flow.field] ?? ''))
  if (!heads.every(isAllowed))
    throw move.deny === undefined ? appError('NOT_PENDING') : refuse('MOVE_DENIED', { text: move.deny })

  const env = caller.env('edit')
  const stamp = caller.stamp(env)
  const records = await withAllDetails(trx, resource, heads)
  if (move.effect) await runEffect(transaction, move.effect, move, records, { user: caller.user, stamp })
  await postMove(transaction, resource, { flow, move }, records, { caller, env, stamp })

  const { screen } = resource
  const moved = records.map((record): HeadChange => {
    const after: Values = { ...record, [flow.field]: move.to }
    const scope = headScope(record, env, keySet(screen.fields, resource.types))
    if (move.ask) after[move.ask.key] = answer ?? null
    const problems: Problem[] = []
    for (const [key, value] of Object.entries(move.set ?? {})) {
      const formula = findFormula(value)
      const field = screen.fields.find((entry) => entry.key === key) ?? { key, type: '' }
      const result = formula === undefined ? value : computeFormula(formula, field, scope)
      const half = resource.types.get(field.type)
      after[key] = half ? (half.toWire(half.fromWire(result, field), field) ?? null) : result
      const fault = formula && divisionFault(field, formula, scope, screen.fields, caller.can)
      if (fault) problems.push({ path: pointer(key), ...fault })
    }
    if (problems.length > 0) throw badValues(problems)
    return [record, after]
  })
  const changes = await withReached(resource, movedKeys(flow, move), moved, () =>
    openEnvWithin(transaction, caller, resource, env),
  )
  for (const [before, after] of changes)
    publish({
      type: 'record.moved',
      screen: screen.id,
      id: String(before.id),
      by: caller.user,
      move: move.code,
      before,
      after,
    })
  for (const [before, after] of changes)
    await requireUnused(transaction, resource, caller, move.title, before, after)
  await writeHeadChanges(trx, resource, changes, stamp)
  return records
}

/** What the user wrote for a move that asks; refused if it is missing, too long, or not asked for. */
export function readAnswer({ screen }: Resource, { ask }: Move, sent: unknown): string | undefined {
  if (sent !== undefined && (!ask || typeof sent !== 'string')) throw badParameter('answer')
  const answer = typeof sent === 'string' ? sent.trim() : ''
  if (ask?.required && answer === '') throw refuse('ANSWER_MISSING', { text: `请填写${ask.title}` })
  const field = screen.fields.find(({ key }) => key === ask?.key)
  const maximum = (field && 'length' in field && field.length) || DEFAULT_ANSWER_LENGTH
  if (answer.length > maximum)
    throw refuse('ANSWER_TOO_LONG', { text: `${ask?.title}不能超过 ${maximum} 字` })
  return answer || undefined
}

/** The expression of `=expression`; undefined for a literal. */
const findFormula = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith('=') ? value.slice(1) : undefined

/** The result as the field stores it; a list is for a field of several values. */
function computeFormula(formula: string, field: Field, scope: Scope): unknown {
  const read = parseExpression(formula)
  if (!read.ok) throw new Error(`move: ${read.text}`)
  const result = evaluate(read.value, scope)
  return Array.isArray(result) ? result : computeStep({ field, expression: read.value }, scope)
}
