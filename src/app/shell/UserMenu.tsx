import {
  ApartmentOutlined,
  DownOutlined,
  LockOutlined,
  LogoutOutlined,
  MoonOutlined,
  SunOutlined,
} from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Dropdown, type MenuProps } from 'antd'
import { useAtom } from 'jotai'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { hasUnsaved } from '../../../runtime/data/unsaved.ts'
import { errorText } from '../../../runtime/kernel/errors.ts'
import { homePath } from '../guard.ts'
import { endAtServer } from '../session/sign-out.ts'
import { forgetSession, userAtom, userOf } from '../session/state.ts'
import { settingsAtom } from './settings/settings.ts'

const AccountForm = lazy(() => import('./AccountForm.tsx'))

const readingTime = 1500

export function UserMenu() {
  const { modal, notification, message } = App.useApp()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  const client = useQueryClient()
  const [user, setUser] = useAtom(userAtom)
  const [{ mode }, change] = useAtom(settingsAtom)
  const [form, setForm] = useState<'password' | 'depart' | null>(user?.mustChange ? 'password' : null)
  const isDark = mode === 'dark'

  const leave = async () => {
    try {
      await endAtServer()
    } catch {
      // Signed out here all the same, after the text has been read.
      notification.error({ message: errorText('LOGOUT_FAILED') })
      await new Promise((resolve) => setTimeout(resolve, readingTime))
    }
    setLeaving(true)
    navigate(homePath)
  }

  // The next person starts at home, not where this one stopped: the guard keeps the address it sees.
  useEffect(() => {
    if (isLeaving && pathname === homePath) forgetSession()
  }, [isLeaving, pathname])

  const askLeave = () =>
    modal.confirm({
      title: '真的要注销登录吗 ?',
      content: hasUnsaved() ? '有未保存的内容，退出后会丢失。' : undefined,
      onOk: leave,
    })

  const ask = (wanted: 'password' | 'depart') => {
    if (user) setForm(wanted)
    else message.warning(errorText('NO_LOGIN_USER'))
  }

  const changed = (result: unknown) => {
    if (form === 'password') return user && setUser({ ...user, mustChange: false })
    const now = userOf((result as { userInfo?: unknown } | null)?.userInfo)
    if (now) setUser(now)
    // Another department sees other rows; what is being typed stays.
    void client.invalidateQueries({
      predicate: ({ queryKey: [kind] }) => kind !== 'record' && kind !== 'form',
    })
  }

  const items: MenuProps['items'] = [
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
    { type: 'divider' },
    { key: 'leave', icon: <LogoutOutlined aria-hidden />, label: '退出登录', onClick: askLeave },
  ]

  const closeForm = useCallback(() => setForm(null), [])
  const name = user?.realname ?? ''
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <button type="button" className="header-button user" aria-label={`${name}，账户`}>
          <span className="avatar" aria-hidden="true">
            {[...name][0]}
          </span>
          <span className="user-name">{name}</span>
          <DownOutlined className="chevron" aria-hidden />
        </button>
      </Dropdown>
      <Suspense>
        {form && (
          <AccountForm
            key={form}
            id={`account/${form}`}
            notice={form === 'password' && user?.mustChange ? '当前使用的是初始密码，请先修改。' : undefined}
            onDone={changed}
            onClose={closeForm}
          />
        )}
      </Suspense>
    </>
  )
}
