/** The components of the application itself that an entry may open, with their titles. */
export const shellPages: Readonly<Record<string, string>> = {
  'layouts/RouteView': '菜单组（只装下级菜单）',
  'layouts/IframePageView': '网页（显示在框架里）',
  'dashboard/Analysis': '首页',
  'dashboard/WorkPlace': '工作台',
  'dashboard/Inbox': '待办',
  'account/settings/BaseSetting': '基本设置',
  'account/settings/security': '安全设置',
  'account/settings/custom': '个性化设置',
  'account/settings/binding': '账户绑定',
  'account/settings/notification': '新消息通知',
  'example/bench': '组件目录',
  'system/LogList': '日志管理',
}
