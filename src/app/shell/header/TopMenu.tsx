import { Menu } from 'antd'
import { memo } from 'react'
import { useLocation } from 'react-router-dom'
import type { MenuEntry } from '#client/menu/menu.ts'
import type { Mode } from '#client/theme/settings.ts'
import { useMenuItems } from '../menu/menu-items.tsx'

interface Props {
  entries: readonly MenuEntry[]
  theme: Mode
}

/** The menu in the header; entries that do not fit are under …. */
export const TopMenu = memo(({ entries, theme }: Props) => {
  const { pathname } = useLocation()
  const { items, onClick } = useMenuItems(entries)
  return (
    <Menu
      className="app-top-menu"
      theme={theme}
      mode="horizontal"
      items={items}
      selectedKeys={[pathname]}
      onClick={onClick}
    />
  )
})
