import { Menu, type MenuProps } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { MenuIcon } from './MenuIcon.tsx'
import { type Entry, groupsAround, type MenuPage } from './menu.ts'

type Item = NonNullable<MenuProps['items']>[number]

const iconOf = (entry: Entry, level: number) =>
  entry.icon || level === 0 ? <MenuIcon name={entry.icon ?? 'appstore'} /> : undefined

function itemOf(entry: Entry, level: number): Item {
  if (entry.children.length > 0) {
    const children = entry.children.map((child) => itemOf(child, level + 1))
    return { key: entry.id, icon: iconOf(entry, level), label: entry.title, children }
  }
  const label = entry.href ? (
    <a href={entry.href} target="_blank" rel="noopener noreferrer">
      {entry.title}
    </a>
  ) : (
    <Link to={entry.path}>{entry.title}</Link>
  )
  // Below the first level a text alone is quieter; it stands under its group's text.
  return { key: entry.path, icon: level === 0 ? iconOf(entry, level) : undefined, label, title: entry.title }
}

interface Props {
  entries: readonly Entry[]
  pages: readonly MenuPage[]
  isCollapsed: boolean
  onPick?(): void
}

export function SideMenu({ entries, pages, isCollapsed, onPick }: Props) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState<string[]>([])

  useEffect(() => {
    setOpen((before) => [...new Set([...before, ...groupsAround(pages, pathname)])])
  }, [pages, pathname])

  return (
    <Menu
      className="side-menu"
      theme="dark"
      mode="inline"
      inlineIndent={18}
      inlineCollapsed={isCollapsed}
      items={entries.map((entry) => itemOf(entry, 0))}
      selectedKeys={[pathname]}
      {...(isCollapsed ? {} : { openKeys: open, onOpenChange: setOpen })}
      onClick={onPick}
    />
  )
}
