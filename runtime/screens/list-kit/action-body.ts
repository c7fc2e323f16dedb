import type { ActionPlan } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { addNames } from '#runtime/record/named-scope.ts'
import { requestValues } from '#runtime/record/request-values.ts'
import { listRowScope } from '#runtime/record/scope.ts'
import type { ActionContext } from './action-context.ts'

/** Names in the expression of a button: the row and its keys, `ids`, `master`, `user`, `today`. */
export const buildActionBody = (
  send: ActionPlan['send'],
  { keys }: ActionPlan,
  rows: readonly ListRow[],
  { user, master }: ActionContext,
): Record<string, unknown> => {
  const env = { user: { ...user }, now: new Date(), mode: 'detail' as const }
  return requestValues(
    send,
    addNames(listRowScope(rows[0] ?? {}, env, keys), {
      ids: { value: rows.map(({ id }) => id) },
      master: { value: master?.row, keys: master?.keys },
    }),
  )
}
