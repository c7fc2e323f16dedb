import type { ActionPlan } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { followUpAddress } from '../form/follow-up/follow-up-address.ts'
import { buildActionBody } from './action-body.ts'
import type { ActionContext } from './action-context.ts'

const OpenedForm = lazyPart(async () => (await import('../form-page/OpenedForm.tsx')).OpenedForm)

/** Opens the document of a button: a form over the list, or the page of the document with values in its address. */
export async function openDocument(
  action: ActionPlan,
  rows: readonly ListRow[],
  scene: ActionContext,
): Promise<void> {
  const { open: id = '', send } = action
  const entry = await scene.find(id)
  if (!entry) return scene.warn(`没有打开「${action.title}」的权限`)
  const params = buildActionBody(send, action, rows, scene)
  if (hasCapability(entry, 'submitsForm'))
    return scene.show(
      <OpenedForm id={id} params={params} onDone={scene.renew} onClose={() => scene.show(null)} />,
    )
  if (entry.path === undefined) return scene.warn(`「${entry.title}」不在菜单里，没有页面可以打开`)
  if (action.isFollowUp && scene.screen) {
    const ids = rows.map((row) => row.id)
    return scene.navigate(followUpAddress(entry.path, scene.screen.id, action.code, ids))
  }
  const isPanel = hasCapability(entry, 'arrangesBlocks')
  // A list reads its conditions from the address.
  const query = Object.entries(params).flatMap(([key, value]): [string, string][] =>
    value === null || value === '' ? [] : [[isPanel ? key : `q.${key}`, String(value)]],
  )
  const conditions = isPanel || query.length === 0 ? [] : [['q', String(query.length)]]
  scene.navigate(`${entry.path}?${new URLSearchParams([...conditions, ...query])}`)
}
