import {
  ApartmentOutlined,
  ClearOutlined,
  DownOutlined,
  IdcardOutlined,
  LayoutOutlined,
  LockOutlined,
  LogoutOutlined,
  MoonOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  SunOutlined,
} from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Dropdown, type MenuProps } from 'antd'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useMenuNote } from '#client/access/useMenuNote.tsx'
import { homePath } from '#client/guard.ts'
import type { MenuPage } from '#client/menu/menu.ts'
import { endAtServer } from '#client/session/sign-out.ts'
import { forgetSession, userAtom } from '#client/session/state.ts'
import { settingsAtom } from '#client/theme/settings.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import type { AccountFormName } from '../account/useAccountForms.tsx'
import { settingsOpenAtom } from '../settings/open.ts'
import { Avatar } from './Avatar.tsx'

const NOTICE_DURATION_MS = 1500

/** The account pages that the menu contains. */
const ownPages = [
  { path: '/account/center', icon: <IdcardOutlined aria-hidden />, label: '个人中心' },
  { path: '/account/settings', icon: <SettingOutlined aria-hidden />, label: '个人设置' },
]

interface Props {
  pages: readonly MenuPage[]
  /** Opens a form of the account. */
  ask(name: AccountFormName): void
}

export function UserMenu({ pages, ask }: Props) {
  const { modal, notification, message } = App.useApp()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  const client = useQueryClient()
  const user = useAtomValue(userAtom)
  const [{ mode }, change] = useAtom(settingsAtom)
  const openSettings = useSetAtom(settingsOpenAtom)
  const { explainMenu, menuNote } = useMenuNote()
  const isDark = mode === 'dark'

  const leave = async () => {
    try {
      await endAtServer()
    } catch {
      // Signed out in this browser in any case, after the text has been read.
      notification.error({ message: errorText('LOGOUT_FAILED') })
      await new Promise((resolve) => setTimeout(resolve, NOTICE_DURATION_MS))
    }
    setLeaving(true)
    void navigate(homePath)
  }

  // The next user starts at home, not at the last page of this one: the guard stores the current address.
  useEffect(() => {
    if (isLeaving && pathname === homePath) forgetSession()
  }, [isLeaving, pathname])

  const askLeave = () =>
    modal.confirm({
      title: '真的要注销登录吗 ?',
      content: hasUnsaved() ? '有未保存的内容，退出后会丢失。' : undefined,
      onOk: leave,
    })

  const clear = async () => {
    try {
      const { clearCache } = await import('./clear-cache.ts')
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
  const items: MenuProps['items'] = [
    ...accountItems,
    ...(accountItems.length > 0 ? [{ type: 'divider' as const }] : []),
    {
      key: 'settings',
      icon: <LayoutOutlined aria-hidden />,
      label: '系统设置',
      onClick: () => openSettings(true),
    },
    {
      key: 'theme',
      icon: isDark ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />,
      label: isDark ? '浅色' : '深色',
      onClick: () => change({ mode: isDark ? 'light' : 'dark' }),
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
    { key: 'leave', icon: <LogoutOutlined aria-hidden />, label: '退出登录', onClick: askLeave },
  ]

  const name = user?.realname ?? ''
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <button type="button" className="app-header-button app-user" aria-label={`${name}，账户`}>
          <Avatar name={name} path={user?.avatar} />
          <span className="app-user-name">{name}</span>
          <DownOutlined className="app-chevron" aria-hidden />
        </button>
      </Dropdown>
      {menuNote}
    </>
  )
}
