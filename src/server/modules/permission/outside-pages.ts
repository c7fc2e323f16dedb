import { groupComponent, iframeComponent } from './public-menu.ts'
import type { ShippedEntry } from './shipped-entries.ts'

const designGroup = 'big-screen'

/** Pages of the report server that a place may run beside this application: id, name, icon, group, address. */
const pages = [
  ['jmreport', '积木报表设计', 'table', designGroup, '{base}/jmreport/list'],
  ['screen-sales', '生产销售监控', 'fund', designGroup, '{base}/test/bigScreen/templat/index1'],
  ['screen-logistics', '智慧物流监控', 'fund', designGroup, '{base}/test/bigScreen/templat/index2'],
  ['jmreport-redis', 'Redis监控（积木报表）', 'dashboard', 'report', '{base}/jmreport/view/redis'],
] as const

/** The entries of these pages; their roles are granted as for any other entry. */
export const outsidePageRows: readonly ShippedEntry[] = [
  {
    id: designGroup,
    origin: 'shell',
    name: '报表设计',
    icon: 'layout',
    url: '/big/screen',
    component: groupComponent,
    menu_type: 0,
    sort_no: 65,
  },
  ...pages.map(
    ([id, name, icon, group, url], at): ShippedEntry => ({
      ...{ id, name, icon, url },
      origin: 'shell',
      component: iframeComponent,
      parent_id: group,
      menu_type: 1,
      sort_no: 300 + at,
    }),
  ),
]
