import type { MenuProps } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MenuEntry } from '#client/menu/menu.ts'
import { NamedIcon } from '#runtime/ui/icons/NamedIcon.tsx'

type Item = NonNullable<MenuProps['items']>[number]

const renderIcon = (entry: MenuEntry, level: number) =>
  entry.icon || level === 0 ? <NamedIcon name={entry.icon ?? 'appstore'} /> : undefined

/** The menu handles the arrow keys between its entries; plain links cost no time when the page changes. */
const renderLink = ({ href, path, title }: MenuEntry) =>
  href ? (
    <a href={href} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
      {title}
    </a>
  ) : (
    <a href={path} tabIndex={-1}>
      {title}
    </a>
  )

function buildItem(entry: MenuEntry, level: number): Item {
  if (entry.children.length > 0) {
    const children = entry.children.map((child) => buildItem(child, level + 1))
    return { key: entry.id, icon: renderIcon(entry, level), label: entry.title, children }
  }
  // Below the first level an entry has no icon; its text aligns with its group's text.
  const icon = level === 0 ? renderIcon(entry, level) : undefined
  return { key: entry.path, icon, label: renderLink(entry), title: entry.title }
}

function indexHrefs(entries: readonly MenuEntry[], into = new Map<string, string>()): Map<string, string> {
  for (const { path, href, children } of entries) {
    if (href) into.set(path, href)
    indexHrefs(children, into)
  }
  return into
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** The entries in the format of antd’s menu, and the action of an entry by mouse and keyboard. */
export function useMenuItems(entries: readonly MenuEntry[], onPick?: () => void) {
  const navigate = useNavigate()
  const items = useMemo(() => entries.map((entry) => buildItem(entry, 0)), [entries])
  const hrefs = useMemo(() => indexHrefs(entries), [entries])

  const onClick: MenuProps['onClick'] = ({ key, domEvent }) => {
    const href = hrefs.get(key)
    const event = domEvent.nativeEvent
    // A link clicked with a modifier key, or to another site, is handled by the browser.
    const isBrowsers = event instanceof MouseEvent && (href !== undefined || !isPlain(event))
    if (!isBrowsers) {
      domEvent.preventDefault()
      if (href) window.open(href, '_blank', 'noopener')
      else void navigate(key)
    }
    onPick?.()
  }
  return { items, onClick }
}
