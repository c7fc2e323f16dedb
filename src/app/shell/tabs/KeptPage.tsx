import { useQueryClient } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { useStore } from 'jotai'
import { memo, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router-dom'
import { ErrorBoundary } from '#client/errors/ErrorBoundary.tsx'
import { homePath } from '#client/guard.ts'
import { menuAtom } from '#client/menu/menu-state.ts'
import { PageProvider } from '#runtime/host/page-visibility.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { Pages } from '../pages/Pages.tsx'
import { buildNavigator } from './navigator.ts'
import { formatAddress, parseLocation, withoutForm } from './place.ts'
import { createScope, type PageScope } from './scope.ts'
import { tabsAtom } from './state.ts'
import { titleAt } from './titles.ts'

interface Props {
  id: string
  location: Location
  round: number
  isShown: boolean
  isBlank: boolean
}

/**
 * A page that stays mounted while another one is shown: hidden, unannounced, unfocusable and without layout. Its errors stay
 * inside it; another address, or loading it again, is a new try.
 */
export const KeptPage = memo(function KeptPage({ id, isShown, isBlank, round, location }: Props) {
  const scope = useScope(id, location)
  const client = useQueryClient()
  useLayoutEffect(() => {
    document.body.append(scope.floats)
    return () => scope.floats.remove()
  }, [scope])
  useShown(scope, isShown)
  return (
    <div className="app-kept-page" inert={!isShown} ref={scope.setSheet}>
      <div className="app-kept-page-sheet">
        {round > 0 && <i className="app-kept-page-renewed" key={round} aria-hidden="true" />}
        <ErrorBoundary
          page={id}
          stamp={`${round} ${formatAddress(location)}`}
          onReload={() => client.removeQueries({ type: 'inactive' })}
        >
          {!isBlank && <Body key={`page ${round}`} scope={scope} location={location} />}
        </ErrorBoundary>
      </div>
    </div>
  )
})

function useScope(id: string, location: Location): PageScope {
  const store = useStore()
  const latest = useRef(location)
  latest.current = location
  const [scope] = useState(() =>
    createScope(id, {
      title: () => {
        const name = store.get(tabsAtom).list.find(({ key }) => key === id)?.name
        return name ?? titleAt(store.get(menuAtom), latest.current) ?? ''
      },
      call: (name) => store.set(tabsAtom, { kind: 'call', key: id, name }),
    }),
  )
  return scope
}

/** Passes the page its visibility; the caret returns to its position unless another element has the focus. */
function useShown(scope: PageScope, isShown: boolean): void {
  const caret = useRef<Element | null>(null)
  useLayoutEffect(() => {
    scope.setShown(isShown)
    const now = document.activeElement
    if (!isShown) caret.current = now && scope.holds(now) ? now : null
    else if ((!now || now === document.body) && caret.current instanceof HTMLElement)
      caret.current.focus({ preventScroll: true })
  }, [scope, isShown])
}

/** Routes in a page start at the root; the ones around the layout change with every address. */
const top = { outlet: null, matches: [], isDataRoute: false }

interface BodyProps extends Pick<Props, 'location'> {
  scope: PageScope
}

/** Draws again only when its own address or the menu changes: switching tabs does not render the kept pages. */
const Body = memo(function Body({ scope, location }: BodyProps) {
  const store = useStore()
  const navigation = useContext(NavigationContext)
  const latest = useRef(location)
  latest.current = location
  const ways = useMemo(() => {
    const { key } = scope
    const stand = (at: Location) => store.set(tabsAtom, { kind: 'stand', key, location: at })
    const navigator = buildNavigator(navigation.navigator, latest.current, {
      isShown: scope.isShown,
      stand: (address) => stand(parseLocation(address)),
      layDown: () => stand(withoutForm(latest.current)),
      leave: () => {
        if (key !== homePath && !hasUnsaved(key)) store.set(tabsAtom, { kind: 'close', keys: [key] })
      },
    })
    return { ...navigation, navigator }
  }, [scope, store, navigation])
  const pageLocation = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location])
  return (
    <NavigationContext.Provider value={ways}>
      <LocationContext.Provider value={pageLocation}>
        <RouteContext.Provider value={top}>
          <PageProvider value={scope}>
            <ConfigProvider getPopupContainer={scope.container}>
              <Pages />
            </ConfigProvider>
          </PageProvider>
        </RouteContext.Provider>
      </LocationContext.Provider>
    </NavigationContext.Provider>
  )
})
