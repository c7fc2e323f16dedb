import { DownOutlined, LockOutlined, LogoutOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { App, Dropdown, type MenuProps } from 'antd'
import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { hasUnsaved } from '../../../runtime/data/unsaved.ts'
import { errorText } from '../../../runtime/kernel/errors.ts'
import { homePath } from '../guard.ts'
import { endAtServer } from '../session/sign-out.ts'
import { forgetSession, themeAtom, userAtom } from '../session/state.ts'

const PasswordModal = lazy(() => import('./PasswordModal.tsx'))

const readingTime = 1500

export function UserMenu() {
  const { modal, notification, message } = App.useApp()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  const user = useAtomValue(userAtom)
  const [mode, setMode] = useAtom(themeAtom)
  const [isChanging, setChanging] = useState(user?.mustChange ?? false)
  const [wasAsked, setAsked] = useState(isChanging)
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

  const askPassword = () => {
    if (user) {
      setAsked(true)
      setChanging(true)
    } else message.warning(errorText('NO_LOGIN_USER'))
  }

  const items: MenuProps['items'] = [
    {
      key: 'theme',
      icon: isDark ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />,
      label: isDark ? '浅色' : '深色',
      onClick: () => setMode(isDark ? 'light' : 'dark'),
    },
    { key: 'password', icon: <LockOutlined aria-hidden />, label: '修改密码', onClick: askPassword },
    { type: 'divider' },
    { key: 'leave', icon: <LogoutOutlined aria-hidden />, label: '退出登录', onClick: askLeave },
  ]

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
        {wasAsked && <PasswordModal isOpen={isChanging} onClose={() => setChanging(false)} />}
      </Suspense>
    </>
  )
}
