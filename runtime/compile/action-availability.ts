import { errorText } from '#runtime/kernel/errors.ts'
import { isMet, parseExpression } from '#runtime/kernel/expression.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type LevelKeys, listRowScope } from '#runtime/record/scope.ts'
import type { Flow } from '#runtime/schema/types.ts'
import type { ActionPlan } from './plan.ts'

type User = Readonly<{ id: string; username: string; realname: string; orgCode: string }>

const getState = (flow: Flow | undefined, row: Readonly<JsonObject>): string =>
  String((flow && row[flow.field]) ?? '')

/** Outside its editable states a record is read-only. */
export const isEditableRow = (flow: Flow | undefined, row: Readonly<JsonObject>): boolean =>
  !flow?.editable || flow.editable.includes(getState(flow, row))

/** The flow of the records, and the user to whom their actions are offered. */
interface Scene {
  flow?: Flow
  user: User
}

/** Names: the row and its keys, `user`, `today`, `now`. */
const isOffered = (text: string, row: Readonly<JsonObject>, keys: LevelKeys, user: User): boolean => {
  const expression = parseExpression(text)
  if (!expression.ok) return false
  const env = { user: { ...user }, now: new Date(), mode: 'detail' as const }
  return isMet(expression.value, listRowScope(row, env, keys)) === true
}

/** Whether a row offers an action in its current state. */
export function isActionAvailable(
  action: ActionPlan,
  row: Readonly<JsonObject>,
  { flow, user }: Scene,
): boolean {
  if (action.move && !action.move.from.includes(getState(flow, row))) return false
  if ((action.kind === 'edit' || action.kind === 'delete') && !isEditableRow(flow, row)) return false
  return action.when === undefined || isOffered(action.when, row, action.keys, user)
}

/** Why a batch cannot run: the message of the transition if one of the rows is in another state. */
export function batchRefusal(
  action: ActionPlan,
  rows: readonly Readonly<JsonObject>[],
  scene: Scene,
): string | null {
  if (rows.length === 0) return errorText('NO_SELECTION')
  if (rows.every((row) => isActionAvailable(action, row, scene))) return null
  return action.move ? (action.move.deny ?? errorText('NOT_PENDING')) : `选中的记录里有不能${action.title}的`
}
