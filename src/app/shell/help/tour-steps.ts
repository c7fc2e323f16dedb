import type { TourProps } from 'antd'

interface TourStep {
  /** Where the step stands beside its part, by selector; the first part that is on the screen. */
  parts: Readonly<Record<string, NonNullable<TourProps['placement']>>>
  title: string
  text: string
}

/** The parts of the shell that a new user is led to. */
export const tourSteps: readonly TourStep[] = [
  {
    parts: {
      '.app-sider': 'rightTop',
      '.app-header > .app-header-button': 'bottomLeft',
      '.app-header .ant-menu': 'bottomLeft',
    },
    title: '菜单',
    text: '您能用的页面都在这里，按工作分组；点一组展开它。',
  },
  {
    parts: { '.app-menu-search': 'bottom' },
    title: '搜索',
    text: '不记得页面在哪里，就在这里找；记录也能搜到。键盘上按 Ctrl 和 K。',
  },
  {
    parts: { '.app-tab-strip .ant-tabs-nav-list': 'bottomLeft' },
    title: '标签',
    text: '打开过的页面留在这里，没有填完的内容也在；点标签回到它。',
  },
  {
    parts: { '.app-bell': 'bottomRight' },
    title: '消息',
    text: '等您办理的单据、通知和提醒，有新的会在这里标出件数。',
  },
  {
    parts: { '.app-help-button': 'bottomRight' },
    title: '帮助',
    text: '说明眼前这一页的字段、规则和按钮。按「?」看快捷键，也可以从那里再看一遍引导。',
  },
  {
    parts: { '.app-user': 'bottomRight' },
    title: '账户',
    text: '修改密码、换深浅颜色、切换部门和退出，都在您的姓名下面。',
  },
]
