import { Menu } from 'antd'
import { memo } from 'react'
import { useLocation } from 'react-router-dom'
import type { MenuEntry } from '../menu/menu.ts'
import { useMenuItems } from '../menu/menu-items.tsx'
import type { Mode } from '../theme/settings.ts'

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
