import { useAtom, useAtomValue } from 'jotai'
import { type CSSProperties, useCallback, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { InspectableMenu } from '#client/access/useMenuNote.tsx'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import { institution, releaseDate, version } from '#client/institution.ts'
import { pageAt } from '#client/menu/menu.ts'
import { menuAtom } from '#client/menu/menu-state.ts'
import { currentView } from '#client/session/view-as.ts'
import { type Settings, settingsAtom } from '#client/theme/settings.ts'
import { getInk, lookClass } from '#client/theme/theme.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { Header } from './header/Header.tsx'
import { type HeaderHabit, useHeaderShown } from './header/useHeaderShown.ts'
import { mainProps, SkipLink } from './main-region.tsx'
import { Brand } from './menu/Brand.tsx'
import { SideMenu } from './menu/SideMenu.tsx'
import { Crumbs } from './pages/Crumbs.tsx'
import { KeptPages } from './tabs/KeptPages.tsx'
import { TabStrip } from './tabs/TabStrip.tsx'
import { usePageTitle } from './tabs/titles.ts'
import { compact, useMedia } from './useMedia.ts'
import './shell.css'

const OfflineBanner = lazyPart(async () => (await import('./notices/OfflineBanner.tsx')).OfflineBanner)
const ViewBar = lazyPart(async () => (await import('./pages/ViewBar.tsx')).ViewBar)
const LateParts = lazyPart(async () => (await import('./LateParts.tsx')).LateParts)
const PhoneMenu = lazyPart(async () => (await import('./menu/PhoneMenu.tsx')).PhoneMenu)

/** The menu beside the page or in the header, breadcrumbs, the page, footer. */
export function Layout() {
  const { pathname } = useLocation()
  const { entries, pages } = useAtomValue(menuAtom)
  const page = pageAt(pages, pathname)
  const settings = useAtomValue(settingsAtom)
  const { mode, theme, fixSidebar, contentWidth } = settings
  const isPhone = useMedia(compact)
  const sider = useSider(isPhone)
  const shell = useRef<HTMLDivElement>(null)
  const isHeaderShown = useHeaderShown(shell, getHeaderHabit(settings), pathname)
  const isTop = settings.layout === 'topmenu' && !isPhone
  usePageTitle()

  const renderMenu = (isCollapsed: boolean) => (
    <InspectableMenu>
      <Brand />
      <SideMenu
        entries={entries}
        pages={pages}
        theme={theme}
        isCollapsed={isCollapsed}
        onPick={isPhone ? sider.close : undefined}
      />
    </InspectableMenu>
  )
  return (
    <div
      ref={shell}
      className={`${lookClass} app-shell`}
      style={theme === 'dark' ? ({ '--menu-ground': getInk(mode) } as CSSProperties) : undefined}
      data-scroll={isPhone || isTop || fixSidebar ? 'page' : 'shell'}
      data-width={isTop ? contentWidth : undefined}
      data-header={isHeaderShown ? 'shown' : 'hidden'}
    >
      <SkipLink />
      {isPhone ? (
        <ShellPart title="菜单">
          <PhoneMenu isOpen={sider.isOpen} theme={theme} onClose={sider.close}>
            {renderMenu(false)}
          </PhoneMenu>
        </ShellPart>
      ) : (
        !isTop && (
          <aside className="app-sider" data-menu={theme} data-folded={!sider.isOpen}>
            {renderMenu(!sider.isOpen)}
          </aside>
        )
      )}
      <div className="app-main-column">
        <div className="app-top-bar">
          <Header
            entries={entries}
            pages={pages}
            isPhone={isPhone}
            topMenu={isTop ? theme : undefined}
            isOpen={sider.isOpen}
            onToggle={sider.toggle}
          />
          <TabStrip />
          <ShellPart title="网络提示">
            <OfflineBanner />
          </ShellPart>
          {currentView && (
            <ShellPart title="查看提示">
              <ViewBar view={currentView} />
            </ShellPart>
          )}
        </div>
        {!isPhone && <Crumbs page={page} isWelcoming={isTop} />}
        <main className="app-page-area" {...mainProps}>
          <KeptPages />
        </main>
        <footer className="app-footer">
          <span>{institution}</span>
          <span>版本 {version}</span>
          <span>{releaseDate}</span>
        </footer>
      </div>
      <ShellPart title="帮助和设置">
        <LateParts />
      </ShellPart>
    </div>
  )
}

const getHeaderHabit = ({ fixedHeader, autoHideHeader }: Settings): HeaderHabit =>
  autoHideHeader ? 'hides' : fixedHeader ? 'stays' : 'leaves'

/** Wide windows store the choice of the user; on a phone the menu starts closed and nothing is stored. */
function useSider(isPhone: boolean) {
  const [{ sidebarOpened }, change] = useAtom(settingsAtom)
  const [isShown, setShown] = useState(false)
  const isOpen = isPhone ? isShown : sidebarOpened
  const close = useCallback(() => setShown(false), [])
  const toggle = useCallback(
    () => (isPhone ? setShown(!isOpen) : change({ sidebarOpened: !isOpen })),
    [isPhone, isOpen, change],
  )
  return { isOpen, toggle, close }
}
