import { Layout as AntLayout } from 'antd'
import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { homePath } from '../guard.ts'
import { institution, pageTitle, releaseDate, shortTitle, version } from '../institution.ts'
import { permissionsAtom } from '../session/state.ts'
import { Brand } from './Brand.tsx'
import { Crumbs } from './Crumbs.tsx'
import { Header } from './Header.tsx'
import { entriesOf, type MenuPage, pagesOf } from './menu.ts'
import { Pages } from './Pages.tsx'
import { SideMenu } from './SideMenu.tsx'
import { settingsAtom } from './settings/settings.ts'
import { lookClass } from './theme/theme.ts'
import { compact, phone, useMedia } from './useMedia.ts'
import './shell.css'

const PhoneMenu = lazy(() => import('./PhoneMenu.tsx'))

/** Side menu, header, breadcrumbs, the page, footer. */
export function Layout() {
  const menu = useAtomValue(permissionsAtom)?.menu
  const { pathname } = useLocation()
  const entries = useMemo(() => entriesOf(menu ?? []), [menu])
  const pages = useMemo(() => pagesOf(menu ?? []), [menu])
  const page = pages.find(({ path }) => path === pathname)
  const title = titleOf(page, pathname)
  const isPhone = useMedia(phone)
  const sider = useSider()

  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])

  const sideMenu = (isCollapsed: boolean) => (
    <>
      <Brand />
      <SideMenu
        entries={entries}
        pages={pages}
        isCollapsed={isCollapsed}
        onPick={isPhone ? sider.close : undefined}
      />
    </>
  )
  return (
    <AntLayout className={`${lookClass} shell`} hasSider={!isPhone}>
      {isPhone ? (
        <Suspense>
          <PhoneMenu isOpen={sider.isOpen} onClose={sider.close}>
            {sideMenu(false)}
          </PhoneMenu>
        </Suspense>
      ) : (
        <AntLayout.Sider
          className="sider"
          width={208}
          collapsedWidth={56}
          trigger={null}
          collapsed={!sider.isOpen}
        >
          {sideMenu(!sider.isOpen)}
        </AntLayout.Sider>
      )}
      <div className="main-column">
        <Header title={title ?? shortTitle} isPhone={isPhone} isOpen={sider.isOpen} onToggle={sider.toggle} />
        {!isPhone && <Crumbs page={page} />}
        <main className="page-area">
          <Pages pages={pages} />
        </main>
        <footer className="footer">
          <span>{institution}</span>
          <span>版本 {version}</span>
          <span>{releaseDate}</span>
        </footer>
      </div>
    </AntLayout>
  )
}

/** Pages that stand whether or not the menu names them. */
const fixedTitles: Readonly<Record<string, string>> = { '/403': '拒绝访问', '/example/bench': '组件目录' }

/** Undefined at home, whose tab bears the institution's name alone. */
function titleOf(page: MenuPage | undefined, pathname: string): string | undefined {
  if (pathname === homePath) return undefined
  return page?.node.meta.title ?? fixedTitles[pathname] ?? '页面不存在'
}

/** Wide windows keep what the user chose; narrow ones begin closed and forget. */
function useSider() {
  const isCompact = useMedia(compact)
  const [{ sidebarOpened }, change] = useAtom(settingsAtom)
  const [isShown, setShown] = useState(false)
  const isOpen = isCompact ? isShown : sidebarOpened
  return {
    isOpen,
    toggle: () => (isCompact ? setShown(!isOpen) : change({ sidebarOpened: !isOpen })),
    close: () => setShown(false),
  }
}
