import type { Db } from '../../store/database.ts'

export const homeMenu = 'home'

/** The groups that documents name in `menu.parent`, in the order of the menu. */
const groups = [
  ['catalog', '馆藏目录', 'book'],
  ['stock', '入藏与库存', 'inbox'],
  ['base', '基础资料', 'database'],
  ['workflow', '审批流程', 'audit'],
  ['report', '统计报表', 'bar-chart'],
  ['online', '界面设计', 'layout'],
  ['example', '示例', 'appstore'],
  ['message', '消息中心', 'message'],
  ['system', '系统管理', 'setting'],
] as const

/** Puts the home page and the groups in place; entries come from documents. */
export async function seedMenu(db: Db): Promise<void> {
  const rows = groups.map(([id, name, icon], at) => ({
    id,
    name,
    icon,
    parent_id: '',
    url: `/${id}`,
    component: 'layouts/RouteView',
    menu_type: 0,
    sort_no: (at + 1) * 10,
    leaf: false,
  }))
  const home = {
    id: homeMenu,
    name: '首页',
    icon: 'home',
    parent_id: '',
    url: '/dashboard/analysis',
    component: 'dashboard/Analysis',
    menu_type: 0,
    sort_no: 0,
    leaf: true,
  }
  await db
    .insertInto('sys_permission')
    .values([home, ...rows])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
