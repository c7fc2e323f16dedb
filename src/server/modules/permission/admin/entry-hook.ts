import { readText } from '#runtime/kernel/json.ts'
import { isWebAddress, menuAddress } from '#runtime/kernel/menu-address.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import type { HookContext, RecordHook } from '../../../records/effects/hooks.ts'
import { badValues } from '../../../records/refuse.ts'
import { iframeComponent } from '../public-menu.ts'
import { noteChanges } from '../shipped-entries.ts'
import { requireManual } from './removal.ts'

type Values = HookContext['after']

const problem = (key: string, message: string): Problem => ({
  path: pointer(key),
  code: 'menu',
  text: message,
})

/** What the code of a document or of the application relies on. */
const fixedKeys = {
  url: '菜单路径',
  component: '前端组件',
  componentName: '组件名称',
  perms: '授权标识',
} as const

/** The changes of an entry that only its document may make. */
function shippedProblems(before: Values | null, after: Values): Problem[] {
  if (!before || before.origin === 'manual') return []
  const fixed = Object.entries(fixedKeys).flatMap(([key, title]) =>
    (before[key] ?? null) === (after[key] ?? null)
      ? []
      : [problem(key, `这个菜单不是手工添加的，不能改${title}`)],
  )
  const isMoved = before.menuType === 2 && before.parentId !== after.parentId
  return isMoved ? [...fixed, problem('parentId', '这个按钮不是手工添加的，不能移到别的菜单之下')] : fixed
}

/** An address of an entry that was added by hand leads to this application, or safely to another site. */
function addressProblems({ url, component, internalOrExternal }: Values): Problem[] {
  const path = readText(url)
  if (path === '') return [problem('url', '请输入菜单路径!')]
  if (path.startsWith('/') && !path.startsWith('//'))
    return component === iframeComponent
      ? [problem('url', '框架里的网页要写完整的地址，如 {base}/doc.html')]
      : []
  if (!isWebAddress(path)) return [problem('url', '菜单路径以 / 开头，或是 https:// 开头的地址')]
  // The own origin is known to browsers only; `{base}` stands for it.
  const address = menuAddress(path, 'https://own.invalid')
  if (address.kind === 'refused') return [problem('url', address.why)]
  return component === iframeComponent || internalOrExternal === 'Y'
    ? []
    : [problem('component', '网页地址请选「网页（显示在框架里）」，或把打开方式改为外部')]
}

function menuProblems(before: Values | null, after: Values): Problem[] {
  const problems = readText(after.component) === '' ? [problem('component', '请选择前端组件!')] : []
  if (before && before.origin !== 'manual') return problems
  return [...problems, ...addressProblems(after)]
}

/** The problems of an entry's place: its parent is there, is no button, and agrees with its type. */
async function placeProblems({ trx }: HookContext, { menuType, parentId }: Values): Promise<Problem[]> {
  if (menuType === 0) return []
  const parent = readText(parentId)
  if (parent === '') return [problem('parentId', '请选择上级菜单')]
  const row = await trx
    .selectFrom('sys_permission')
    .select('menu_type')
    .where('id', '=', parent)
    .executeTakeFirst()
  return row?.menu_type === 2 ? [problem('parentId', '按钮之下不能有菜单和按钮')] : []
}

/** Two pages with one address could not both be opened; groups and buttons have no page. */
async function pathProblems(
  { trx, before }: HookContext,
  { id, url, component }: Values,
): Promise<Problem[]> {
  const path = readText(url)
  if (path === '' || path === before?.url || readText(component).startsWith('layouts/')) return []
  const other = await trx
    .selectFrom('sys_permission')
    .select('id')
    .where('url', '=', path)
    .where('id', '!=', readText(id))
    .where('menu_type', '!=', 2)
    .where('del_flag', '=', 0)
    .executeTakeFirst()
  return other ? [problem('url', '访问路径不允许重复，请重定义！')] : []
}

async function entryProblems(context: HookContext): Promise<Problem[]> {
  const { before, after } = context
  const isButton = after.menuType === 2
  const typeProblems =
    before && (before.menuType === 2) !== isButton ? [problem('menuType', '菜单和按钮不能互相改')] : []
  return [
    ...typeProblems,
    ...shippedProblems(before, after),
    ...(isButton
      ? readText(after.perms) === ''
        ? [problem('perms', '请输入授权标识')]
        : []
      : menuProblems(before, after)),
    ...(await placeProblems(context, after)),
    ...(isButton ? [] : await pathProblems(context, after)),
  ]
}

/** Keeps the menu sound: addresses, places and codes, and what belongs to documents. */
export const entryHook: RecordHook = {
  name: 'permission.entry',
  table: 'sys_permission',
  description:
    '菜单：菜单和按钮不能互改，地址不能重复，按钮要有授权标识、下面不能再有菜单；不是手工添加的不能改地址和组件，也不能删除。读 menuType、parentId、url、component、componentName、internalOrExternal、perms、origin',
  async beforeSave(context) {
    const problems = await entryProblems(context)
    if (problems.length > 0) throw badValues(problems)
  },
  async afterSave({ trx, after }) {
    await noteChanges(trx, readText(after.id))
  },
  async beforeRemove({ trx, records }) {
    const ids = records.map(({ id }) => readText(id))
    requireManual(records.map(({ name, origin }) => ({ name: readText(name), origin: readText(origin) })))
    // The rows go with their grants and rules: a code that is kept on a deleted row could never be used again.
    await trx.deleteFrom('sys_permission').where('id', 'in', ids).execute()
  },
}
