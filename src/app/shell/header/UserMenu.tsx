import { DownOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Dropdown, type MenuProps } from 'antd'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useMenuNote } from '#client/access/useMenuNote.tsx'
import { homePath } from '#client/guard.ts'
import type { MenuPage } from '#client/menu/menu.ts'
import { forgetSession, userAtom } from '#client/session/state.ts'
import type { AccountFormName } from '../account/AccountForm.tsx'
import { Avatar } from './Avatar.tsx'

const importItems = () => import('./user-menu-items.tsx')
const waiting = [{ key: 'waiting', label: '正在加载…', disabled: true }]
const failed = [{ key: 'failed', label: '没有加载出来，请关上再打开', disabled: true }]

interface Props {
  pages: readonly MenuPage[]
  /** Opens a form of the account. */
  ask(name: AccountFormName): void
}

export function UserMenu({ pages, ask }: Props) {
  const app = App.useApp()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  const [items, setItems] = useState<MenuProps['items']>(waiting)
  const client = useQueryClient()
  const user = useAtomValue(userAtom)
  const { explainMenu, menuNote } = useMenuNote()

  // The next user starts at home, not at the last page of this one: the guard stores the current address.
  useEffect(() => {
    if (isLeaving && pathname === homePath) forgetSession()
  }, [isLeaving, pathname])

  const list = () =>
    importItems().then(
      ({ listUserItems }) =>
        setItems(
          listUserItems({ pages, app, client, navigate, ask, explainMenu, onLeave: () => setLeaving(true) }),
        ),
      () => setItems(failed),
    )

  const name = user?.realname ?? ''
  return (
    <>
      <Dropdown
        menu={{ items }}
        trigger={['click']}
        placement="bottomRight"
        onOpenChange={(isOpen) => isOpen && void list()}
      >
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
