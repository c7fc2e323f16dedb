import { useAtomValue } from 'jotai'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import { settingsAtom } from '#client/theme/settings.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { compact, useMedia } from '../useMedia.ts'
import './tabs.css'

// The first page does not wait for it; its height is reserved, so that nothing moves.
const LazyTabBar = lazyPart(async () => (await import('./TabBar.tsx')).TabBar)

/** The open pages in a row; absent on a phone and where only one page is open at a time. */
export function TabStrip() {
  const { multipage } = useAtomValue(settingsAtom)
  const isPhone = useMedia(compact)
  if (!multipage || isPhone) return null
  return (
    <nav className="app-tab-strip" aria-label="打开的页面">
      <ShellPart title="打开的页面">
        <LazyTabBar />
      </ShellPart>
    </nav>
  )
}
