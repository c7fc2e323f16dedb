import type { ActionPlan } from '#runtime/compile/plan.ts'
import type { Answer } from '#runtime/data/http.ts'
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

/** Sends the call of a button. */
export async function callAction(
  action: ActionPlan,
  rows: readonly ListRow[],
  scene: ActionContext,
): Promise<Answer<unknown>> {
  const { method = 'POST', url = '', send } = action.call ?? {}
  const sent = buildActionBody(send, action, rows, scene)
  if (method === 'GET') return { result: await scene.http.get<unknown>(url, sent), message: '' }
  if (method === 'DELETE') return scene.http.send(method, url, undefined, { params: sent })
  return scene.http.send(method, url, sent)
}
