import { errorText } from '#runtime/kernel/errors.ts'
import { evaluate, isTrue, parseExpression } from '#runtime/kernel/expression.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Flow } from '#runtime/schema/types.ts'
import type { ActionPlan } from './plan.ts'

const stateOf = (flow: Flow | undefined, row: Readonly<JsonObject>): string =>
  String((flow && row[flow.field]) ?? '')

/** Outside its editable states a record is read-only. */
export const isEditableRow = (flow: Flow | undefined, row: Readonly<JsonObject>): boolean =>
  !flow?.editable || flow.editable.includes(stateOf(flow, row))

const isMet = (text: string, row: Readonly<JsonObject>): boolean => {
  const expression = parseExpression(text)
  if (!expression.ok) return false
  const value = evaluate(expression.value, ([first = '', second = '']) => {
    const key = first === 'row' ? second : first
    return Object.hasOwn(row, key) ? row[key] : null
  })
  return isTrue(value)
}

/** Whether a row offers an action in its current state. */
export function isActionAvailable(
  action: ActionPlan,
  row: Readonly<JsonObject>,
  flow: Flow | undefined,
): boolean {
  if (action.move && !action.move.from.includes(stateOf(flow, row))) return false
  if ((action.kind === 'edit' || action.kind === 'delete') && !isEditableRow(flow, row)) return false
  return action.when === undefined || isMet(action.when, row)
}

/** Why a batch cannot run: the message of the transition if one of the rows is in another state. */
export function batchRefusal(
  action: ActionPlan,
  rows: readonly Readonly<JsonObject>[],
  flow: Flow | undefined,
): string | null {
  if (rows.length === 0) return errorText('NO_SELECTION')
  if (rows.every((row) => isActionAvailable(action, row, flow))) return null
  return action.move ? (action.move.deny ?? errorText('NOT_PENDING')) : `选中的记录里有不能${action.title}的`
}
