import { Tabs } from 'antd'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import { homePath } from '#client/guard.ts'
import { menuAtom } from '#client/menu/menu-state.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { tabsAtom } from './state.ts'
import type { MenuPlace } from './TabMenu.tsx'
import { tabCommands } from './tab-commands.ts'
import { titleAt } from './titles.ts'
import { useTabActions } from './useTabActions.ts'

const TabMenu = lazyPart(async () => (await import('./TabMenu.tsx')).TabMenu)

const words = { removeAriaLabel: '关闭' }

const keyAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-node-key]')?.dataset.nodeKey : undefined

export function TabBar() {
  const menu = useAtomValue(menuAtom)
  const { list, active } = useAtomValue(tabsAtom)
  const actions = useTabActions()
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<MenuPlace | null>(null)

  const items = useMemo(
    () =>
      list.map(({ key, name, location }) => {
        const title = name ?? titleAt(menu, location)
        return { key, closable: key !== homePath, label: <span title={title}>{title}</span> }
      }),
    [list, menu],
  )

  const onContextMenu = (event: MouseEvent) => {
    const key = keyAt(event.target)
    if (!key) return
    event.preventDefault()
    setPlace({ key, x: event.clientX, y: event.clientY })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyAt(event.target)
    if (!key) return
    const openMenu = () => {
      const { left, bottom } = (event.target as Element).getBoundingClientRect()
      setPlace({ key, x: left, y: bottom })
    }
    const refuse = () => void actions.close('one', key)
    runKey(tabCommands, { isHome: key === homePath, openMenu, refuse }, event)
  }

  const closeMenu = () => {
    setPlace(null)
    box.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tabs inside take the focus; the container handles their keys and menu
    <div ref={box} className="app-tab-strip-box" onContextMenu={onContextMenu} onKeyDownCapture={onKeyDown}>
      <Tabs
        type="editable-card"
        size="small"
        hideAdd
        animated={false}
        aria-label="打开的页面"
        items={items}
        activeKey={active}
        locale={words}
        onTabClick={actions.select}
        onEdit={(key, action) => action === 'remove' && void actions.close('one', String(key))}
      />
      {place && (
        <ShellPart title="标签菜单">
          <TabMenu place={place} actions={actions} onClose={closeMenu} />
        </ShellPart>
      )}
    </div>
  )
}
