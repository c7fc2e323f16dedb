import { builtInMenuParents } from '#runtime/schema/names/menu-parents.ts'
import type { Db } from '../../platform/store/database.ts'
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

/** Sample pages without a document: group, then its entries with their components. */
const samples = [
  {
    id: 'result',
    name: '结果页',
    icon: 'check-circle',
    entries: [
      ['success', '成功', 'result/Success'],
      ['fail', '失败', 'result/Error'],
    ],
  },
  {
    id: 'exception',
    name: '异常页',
    icon: 'file-search',
    entries: [
      ['403', '403', 'exception/403'],
      ['404', '404', 'exception/404'],
      ['500', '500', 'exception/500'],
    ],
  },
] as const

const sampleRows: readonly ShippedEntry[] = samples.flatMap(
  ({ id, name, icon, entries }, at): ShippedEntry[] => [
    {
      id,
      origin: 'shell',
      name,
      icon,
      parent_id: 'example',
      url: `/${id}`,
      component: groupComponent,
      menu_type: 1,
      sort_no: 200 + at,
    },
    ...entries.map(([word, title, component], place) => ({
      id: `${id}-${word}`,
      origin: 'shell' as const,
      name: title,
      parent_id: id,
      url: `/${id}/${word}`,
      component,
      menu_type: 1 as const,
      sort_no: place,
    })),
  ],
)

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

/** Writes the pages of all users and the groups, and in the demo its samples; all other entries come from documents. */
export async function seedMenu(db: Db, demo: boolean): Promise<void> {
  await writeShipped(db, [...publicMenuRows, ...groupRows, ...(demo ? sampleRows : [])])
}
