import { useEffect, useRef, useState } from 'react'
import type { Location } from 'react-router-dom'
import { ErrorBoundary } from '#client/errors/ErrorBoundary.tsx'
import { IsolatedRoot } from './IsolatedRoot.tsx'
import { KeptPage } from './KeptPage.tsx'
import { getTabKey } from './place.ts'
import { standing, type Tab } from './tabs.ts'
import { useOpenTabs } from './useOpenTabs.ts'
import './tabs.css'

/** The page of the address bar, and the hidden kept pages. What fails around them leaves the menu and the header usable. */
export function KeptPages() {
  const { tabs, location } = useOpenTabs()
  const activeKey = getTabKey(location)
  const mounted: Tab[] = tabs.list.filter(({ key }) => key === activeKey || tabs.mountedKeys.includes(key))
  if (!mounted.some(({ key }) => key === activeKey)) mounted.push({ key: activeKey, location, round: 0 })
  return (
    <IsolatedRoot>
      <ErrorBoundary>
        <PageStack mounted={mounted} activeKey={activeKey} location={location} blankKey={tabs.blank} />
      </ErrorBoundary>
    </IsolatedRoot>
  )
}

interface StackProps {
  mounted: readonly Tab[]
  activeKey: string
  location: Location
  blankKey: string | null
}

function PageStack({ mounted, activeKey, location, blankKey }: StackProps) {
  const leaving = useLeaving(mounted)
  return (
    <div className="app-kept-pages">
      {[...mounted, ...leaving].map((tab) => (
        <KeptPage
          key={tab.key}
          id={tab.key}
          location={tab.key === activeKey ? standing(tab, location) : tab.location}
          round={tab.round}
          isShown={tab.key === activeKey}
          isBlank={blankKey === tab.key || leaving.includes(tab)}
        />
      ))}
    </div>
  )
}

/**
 * The pages that have just been closed. Each is drawn blank before it is removed: React hands an error of a clean-up to the
 * boundary above what is removed, which is that of the page only as long as the page is there.
 */
function useLeaving(mounted: readonly Tab[]): readonly Tab[] {
  const before = useRef(mounted)
  const [, redraw] = useState<object>()
  const leaving = before.current.filter(({ key }) => !mounted.some((tab) => tab.key === key))
  useEffect(() => {
    if (leaving.length === 0) {
      before.current = mounted
      return
    }
    // Later: the boundary reports the error with the next drawing.
    const timer = setTimeout(() => {
      before.current = mounted
      redraw({})
    })
    return () => clearTimeout(timer)
  })
  return leaving
}
