import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import type { MenuEntry, MenuPage } from '#client/menu/menu.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { bufferKeystrokes } from '#runtime/ui/focus/buffer-keystrokes.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { searchCommands } from './search-commands.ts'

/** Milliseconds after the page is drawn: the requests of the page are sent first. */
const ahead = 3000
const importPalette = () => import('./Palette.tsx')
const Palette = lazyPart(async () => (await importPalette()).Palette)

interface Props {
  entries: readonly MenuEntry[]
  pages: readonly MenuPage[]
}

/** Opens the search: a field to click, and Ctrl+K on every page. */
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
      const open = () => {
        // The next letters are for its field, which is not drawn yet.
        bufferKeystrokes('')
        setState('open')
      }
      if (!event.shiftKey && !event.defaultPrevented) runKey(searchCommands, { open }, event)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <>
      <button
        type="button"
        className="app-header-button app-menu-search"
        aria-label="搜索"
        aria-keyshortcuts="Control+K"
        onPointerEnter={() => importPalette().catch(() => undefined)}
        onClick={() => setState('open')}
      >
        <SearchOutlined aria-hidden />
        <span className="app-menu-search-text">搜索</span>
        <span className="app-menu-search-keys">Ctrl K</span>
      </button>
      <ShellPart title="搜索">
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
