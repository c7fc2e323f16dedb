import { builtInMenuParents } from '#runtime/schema/names/menu-parents.ts'
import type { Db } from '../../platform/store/database.ts'
import { outsidePageRows } from './outside-pages.ts'
import { groupComponent, publicMenuRows } from './public-menu.ts'
import { type ShippedEntry, writeShipped } from './shipped-entries.ts'

/** Title and icon of the menu groups. */
export const menuGroups = {
  catalog: ['馆藏目录', 'book'],
  stock: ['入藏与库存', 'inbox'],
  base: ['基础资料', 'database'],
  workflow: ['审批流程', 'audit'],
  report: ['统计报表', 'bar-chart'],
  online: ['界面设计', 'layout'],
  example: ['示例', 'appstore'],
  message: ['消息中心', 'message'],
  monitor: ['性能监控', 'dashboard'],
  system: ['系统管理', 'setting'],
} as const satisfies Record<(typeof builtInMenuParents)[number], readonly [title: string, icon: string]>

const groupRows = builtInMenuParents.map(
  (id, at): ShippedEntry => ({
    id,
    origin: 'shell',
    name: menuGroups[id][0],
    icon: menuGroups[id][1],
    url: `/${id}`,
    component: groupComponent,
    menu_type: 0,
    sort_no: (at + 1) * 10,
  }),
)

/** Writes the pages of all users, the groups and the pages of other systems; all other entries come from documents. */
export async function seedMenu(db: Db): Promise<void> {
  await writeShipped(db, [...publicMenuRows, ...groupRows, ...outsidePageRows])
}
