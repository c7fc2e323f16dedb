/** Pages of the dashboard: id, name, icon, component, address. */
const dashboard = [
  ['home', '首页', 'home', 'dashboard/Analysis', '/dashboard/analysis'],
  ['workplace', '工作台', 'desktop', 'dashboard/WorkPlace', '/dashboard/workplace'],
] as const

/** One's own pages, in the order of their menu; what the client resolves them by is their address. */
const own = [
  ['account-center', '个人中心', 'idcard', 'account/center'],
  ['account-base', '基本设置', 'user', 'account/settings/BaseSetting'],
  ['account-security', '安全设置', 'safety-certificate', 'account/settings/security'],
  ['account-custom', '个性化设置', 'layout', 'account/settings/custom'],
  ['account-binding', '账户绑定', 'link', 'account/settings/binding'],
  ['account-notification', '新消息通知', 'bell', 'account/settings/notification'],
] as const

/** Entries of everybody who is signed in: no right is asked for. */
export const everyonesMenu: ReadonlySet<string> = new Set([...dashboard, ...own].map(([id]) => id))

/** The group of one's own pages is reached by the user's button and by address, not by the menu. */
const group = {
  id: 'account',
  name: '个人页',
  icon: 'user',
  parent_id: '',
  url: '/account',
  component: 'layouts/RouteView',
  menu_type: 0,
  sort_no: 200,
  leaf: false,
  hidden: true,
}

const page = { leaf: true, keep_alive: true }

export const everyonesRows = [
  ...dashboard.map(([id, name, icon, component, url], at) => ({
    ...{ id, name, icon, component, url, ...page },
    parent_id: '',
    menu_type: 0,
    sort_no: at,
    hidden: false,
  })),
  group,
  ...own.map(([id, name, icon, component], at) => ({
    ...{ id, name, icon, component, url: `/${component}`, ...page },
    parent_id: group.id,
    menu_type: 1,
    sort_no: at,
    hidden: true,
  })),
]
