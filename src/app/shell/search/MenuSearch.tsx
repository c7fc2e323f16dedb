import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import type { MenuEntry, MenuPage } from '#client/menu/menu.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** Milliseconds after the page is drawn: the requests of the page are sent first. */
const ahead = 3000
const importPalette = () => import('./Palette.tsx')
const Palette = lazyPart(async () => (await importPalette()).Palette)

interface Props {
  entries: readonly MenuEntry[]
  pages: readonly MenuPage[]
}

/** Opens the search of the menu: a field to click, and Ctrl+K on every page. */
export function MenuSearch(props: Props) {
  // A closed palette is removed after its fade-out.
  const [state, setState] = useState<'none' | 'open' | 'closing'>('none')

  // Loaded in advance: keys typed after Ctrl+K belong to the search.
  useEffect(() => {
    const timer = setTimeout(() => importPalette().catch(() => undefined), ahead)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isOurs || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return
      event.preventDefault()
      setState('open')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <>
      <button
        type="button"
        className="app-header-button app-menu-search"
        aria-label="搜索菜单"
        aria-keyshortcuts="Control+K"
        onPointerEnter={() => importPalette().catch(() => undefined)}
        onClick={() => setState('open')}
      >
        <SearchOutlined aria-hidden />
        <span className="app-menu-search-text">搜索菜单</span>
        <span className="app-menu-search-keys">Ctrl K</span>
      </button>
      <ShellPart title="搜索菜单">
        {state !== 'none' && (
          <Palette
            {...props}
            isOpen={state === 'open'}
            onClose={() => setState('closing')}
            onClosed={() => setState((now) => (now === 'closing' ? 'none' : now))}
          />
        )}
      </ShellPart>
    </>
  )
}
