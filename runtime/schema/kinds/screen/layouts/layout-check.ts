import { isJsonObject } from '#runtime/kernel/json.ts'
import { type FieldsContext, part } from '../../../checks/context.ts'
import type { LayoutPlan } from '../../../layouts/layout-plan.ts'

/** Checks the properties of a layout. The screen may be broken anywhere, and may have another layout. */
export type LayoutCheck = (context: FieldsContext) => void

/** Checks that a screen has the property of `list` of the same name exactly with this layout. */
export function checkOwnProperty(
  { document, report, isFaulty }: FieldsContext,
  { name, title }: LayoutPlan,
  hint: string,
): void {
  const list = part(document, 'list')
  if (isFaulty(['list', 'layout']) || isFaulty(['list', name])) return
  const isDrawn = list.layout === name
  if (isDrawn && list[name] === undefined)
    report(['list', 'layout'], { code: 'MISSING_KEY', text: `${title}列表缺少 ${name}，${hint}` })
  if (isDrawn || !isJsonObject(list[name])) return
  report(['list', name], {
    code: 'BAD_VALUE',
    text: `写了 ${name} 就是${title}列表，请写 "layout": "${name}"，或删去 ${name}`,
    fix: [{ op: 'add', path: '/list/layout', value: name }],
  })
}
