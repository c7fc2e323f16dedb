import { Menu } from 'antd'
import { memo, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { groupsAround, type MenuEntry, type MenuPage } from '#client/menu/menu.ts'
import type { Mode } from '#client/theme/settings.ts'
import { useMenuItems } from './menu-items.tsx'

interface Props {
  entries: readonly MenuEntry[]
  pages: readonly MenuPage[]
  theme: Mode
  isCollapsed: boolean
  onPick?(): void
}

export const SideMenu = memo(({ entries, pages, theme, isCollapsed, onPick }: Props) => {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(() => groupsAround(pages, pathname))
  const { items, onClick } = useMenuItems(entries, onPick)

  useEffect(() => {
    const around = groupsAround(pages, pathname)
    // With the same list the menu is not rendered again.
    setOpen((before) =>
      around.every((id) => before.includes(id)) ? before : [...new Set([...before, ...around])],
    )
  }, [pages, pathname])

  return (
    <Menu
      className="app-side-menu"
      theme={theme}
      mode="inline"
      inlineIndent={18}
      inlineCollapsed={isCollapsed}
      items={items}
      selectedKeys={[pathname]}
      {...(isCollapsed ? {} : { openKeys: open, onOpenChange: setOpen })}
      onClick={onClick}
      // Only the folded menu has names to show beside it; a tooltip for each of hundreds of entries costs frames.
      _internalDisableMenuItemTitleTooltip={!isCollapsed}
    />
  )
})
