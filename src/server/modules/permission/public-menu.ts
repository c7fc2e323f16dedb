import type { ShippedEntry } from './shipped-entries.ts'

/** A group exists for its children only. */
export const groupComponent = 'layouts/RouteView'

/** A page of another site in a frame. */
export const iframeComponent = 'layouts/IframePageView'

/** Pages of the dashboard: id, name, icon, component, address. */
const dashboard = [
  ['home', '首页', 'home', 'dashboard/Analysis', '/dashboard/analysis'],
  ['workplace', '工作台', 'desktop', 'dashboard/WorkPlace', '/dashboard/workplace'],
  ['inbox', '待办', 'audit', 'dashboard/Inbox', '/dashboard/inbox'],
] as const

/** The user's own pages: id, name, icon, component, group; the client resolves them by their address. */
const accountPages = [
  ['account-center', '个人中心', 'idcard', 'account/center', 'account'],
  ['account-base', '基本设置', 'user', 'account/settings/BaseSetting', 'account-settings'],
  ['account-security', '安全设置', 'safety-certificate', 'account/settings/security', 'account-settings'],
  ['account-custom', '个性化设置', 'layout', 'account/settings/custom', 'account-settings'],
  ['account-binding', '账户绑定', 'link', 'account/settings/binding', 'account-settings'],
  ['account-notification', '新消息通知', 'bell', 'account/settings/notification', 'account-settings'],
] as const

/** Their groups are reached by the user's button and by address, not by the menu; each redirects to its first page. */
const groups = [
  ['account', '个人页', 'user', '/account', '/account/center'],
  ['account-settings', '个人设置', 'setting', '/account/settings', '/account/settings/BaseSetting'],
] as const

const online = 'modules/online/cgform/auto'

/**
 * The pages that show any form or report that their address names by its table, its code or the id of its head: id, name,
 * component, address. They have no right of their own: the document behind the address has.
 */
const onlinePages = [
  ['online-list', '在线表单', `${online}/OnlCgformAutoList`, '/online/cgformList/:code'],
  ['online-tree', '在线树表单', `${online}/OnlCgformTreeList`, '/online/cgformTreeList/:code'],
  ['online-erp', '在线表单 ERP', `${online}/erp/OnlCgformErpList`, '/online/cgformErpList/:code'],
  ['online-tab', '在线表单 TAB', `${online}/tab/OnlCgformTabList`, '/online/cgformTabList/:code'],
  [
    'online-inner',
    '在线内嵌子表',
    `${online}/innerTable/OnlCgformInnerTableList`,
    '/online/cgformInnerTableList/:code',
  ],
  ['online-report', '在线报表', 'modules/online/cgreport/auto/OnlCgreportAutoList', '/online/cgreport/:code'],
  ['online-record', '在线表单记录', `${online}/OnlineDynamicForm`, '/online/df/:table/:id'],
] as const

/** The page with the user's own messages, which is a document. */
const messagePage = 'message/my-message'

/** The codes that every signed-in user has: reading the own messages. */
export const publicCodes: readonly string[] = ['message:mine:list', 'message:mine:detail']

/** Entries of all signed-in users, with their codes; no role grants them. */
export const publicMenu: ReadonlySet<string> = new Set([
  ...[...dashboard, ...accountPages, ...onlinePages].map(([id]) => id),
  messagePage,
  ...publicCodes,
])

const page = { origin: 'shell', keep_alive: 'Y' } as const

export const publicMenuRows: readonly ShippedEntry[] = [
  ...dashboard.map(([id, name, icon, component, url], at) => ({
    ...{ id, name, icon, component, url, ...page },
    menu_type: 0 as const,
    sort_no: at,
  })),
  ...groups.map(([id, name, icon, url, redirect], at) => ({
    ...{ id, name, icon, url, redirect },
    origin: 'shell' as const,
    component: groupComponent,
    menu_type: 0 as const,
    sort_no: 200 + at,
    hidden: 'Y' as const,
  })),
  ...accountPages.map(([id, name, icon, component, group], at) => ({
    ...{ id, name, icon, component, url: `/${component}`, ...page },
    parent_id: group,
    menu_type: 1 as const,
    sort_no: at,
    hidden: 'Y' as const,
  })),
  ...onlinePages.map(([id, name, component, url], at) => ({
    ...{ id, name, component, url, ...page },
    parent_id: 'online',
    menu_type: 1 as const,
    sort_no: 200 + at,
    hidden: 'Y' as const,
  })),
]
