import {
  ApartmentOutlined,
  ClearOutlined,
  IdcardOutlined,
  InfoCircleOutlined,
  LayoutOutlined,
  LockOutlined,
  LogoutOutlined,
  MacCommandOutlined,
  MoonOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  SunOutlined,
} from '@ant-design/icons'
import type { QueryClient } from '@tanstack/react-query'
import type { App, MenuProps } from 'antd'
import type { NavigateFunction } from 'react-router-dom'
import { homePath } from '#client/guard.ts'
import type { MenuPage } from '#client/menu/menu.ts'
import { endAtServer } from '#client/session/sign-out.ts'
import { store } from '#client/session/state.ts'
import { settingsAtom } from '#client/theme/settings.ts'
import { giveUp, hasUnsaved } from '#runtime/host/unsaved.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import type { AccountFormName } from '../account/AccountForm.tsx'
import { type HelpPanel, helpAtom } from '../help/open.ts'
import { settingsOpenAtom } from '../settings/open.ts'
import { clearCache } from './clear-cache.ts'

const NOTICE_DURATION_MS = 1500

/** The account pages that the menu contains. */
const ownPages = [
  { path: '/account/center', icon: <IdcardOutlined aria-hidden />, label: '个人中心' },
  { path: '/account/settings', icon: <SettingOutlined aria-hidden />, label: '个人设置' },
]

interface MenuTools {
  pages: readonly MenuPage[]
  app: ReturnType<typeof App.useApp>
  client: QueryClient
  navigate: NavigateFunction
  /** Opens a form of the account. */
  ask(name: AccountFormName): void
  explainMenu?(): void
  /** Called when the session has ended at the server. */
  onLeave(): void
}

const help = (panel: HelpPanel) => ({ key: panel, onClick: () => store.set(helpAtom, panel) })

/** The entries of the menu of the user, loaded when it is first opened. */
export function listUserItems(tools: MenuTools): NonNullable<MenuProps['items']> {
  const { pages, app, client, navigate, ask, explainMenu, onLeave } = tools
  const { modal, notification, message } = app
  const isDark = store.get(settingsAtom).mode === 'dark'

  const leave = async () => {
    // The question has named what is lost: nothing asks again on the way out.
    giveUp()
    try {
      await endAtServer()
    } catch {
      // Signed out in this browser in any case, after the text has been read.
      notification.error({ message: errorText('LOGOUT_FAILED') })
      await new Promise((resolve) => setTimeout(resolve, NOTICE_DURATION_MS))
    }
    onLeave()
    void navigate(homePath)
  }

  const askLeave = () =>
    modal.confirm({
      title: '真的要注销登录吗 ?',
      content: hasUnsaved() ? '有未保存的内容，退出后会丢失。' : undefined,
      onOk: leave,
    })

  const clear = async () => {
    try {
      await clearCache(client)
      void message.success(errorText('CACHE_CLEARED'))
    } catch {
      void message.warning(errorText('CACHE_NOT_CLEARED'))
    }
  }

  const accountItems = ownPages.flatMap(({ path, icon, label }) => {
    const page = pages.find((entry) => entry.path === path || entry.path.startsWith(`${path}/`))
    return page ? [{ key: path, icon, label, onClick: () => navigate(page.path) }] : []
  })
  return [
    ...accountItems,
    ...(accountItems.length > 0 ? [{ type: 'divider' as const }] : []),
    {
      key: 'settings',
      icon: <LayoutOutlined aria-hidden />,
      label: '系统设置',
      onClick: () => store.set(settingsOpenAtom, true),
    },
    {
      key: 'theme',
      icon: isDark ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />,
      label: isDark ? '浅色' : '深色',
      onClick: () => store.set(settingsAtom, { mode: isDark ? 'light' : 'dark' }),
    },
    {
      key: 'password',
      icon: <LockOutlined aria-hidden />,
      label: '修改密码',
      onClick: () => ask('password'),
    },
    {
      key: 'depart',
      icon: <ApartmentOutlined aria-hidden />,
      label: '切换部门',
      onClick: () => ask('depart'),
    },
    ...(explainMenu
      ? [
          {
            key: 'menu',
            icon: <QuestionCircleOutlined aria-hidden />,
            label: '菜单说明',
            onClick: () => explainMenu(),
          },
        ]
      : []),
    { key: 'cache', icon: <ClearOutlined aria-hidden />, label: '清理缓存', onClick: () => void clear() },
    { type: 'divider' },
    { ...help('page'), icon: <QuestionCircleOutlined aria-hidden />, label: '帮助' },
    { ...help('keys'), icon: <MacCommandOutlined aria-hidden />, label: '快捷键' },
    { ...help('about'), icon: <InfoCircleOutlined aria-hidden />, label: '关于' },
    { type: 'divider' },
    { key: 'leave', icon: <LogoutOutlined aria-hidden />, label: '退出登录', onClick: askLeave },
  ]
}
