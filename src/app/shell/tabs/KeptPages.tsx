import { IsolatedRoot } from './IsolatedRoot.tsx'
import { KeptPage } from './KeptPage.tsx'
import { keyOf } from './place.ts'
import { standing, type Tab } from './tabs.ts'
import { useOpenTabs } from './useOpenTabs.ts'
import './tabs.css'

/** The page of the address bar, and the hidden kept pages. */
export function KeptPages() {
  const { tabs, location } = useOpenTabs()
  const activeKey = keyOf(location)
  const mounted: Tab[] = tabs.list.filter(({ key }) => key === activeKey || tabs.mountedKeys.includes(key))
  if (!mounted.some(({ key }) => key === activeKey)) mounted.push({ key: activeKey, location, round: 0 })
  return (
    <IsolatedRoot>
      <div className="app-kept-pages">
        {mounted.map((tab) => (
          <KeptPage
            key={tab.key}
            id={tab.key}
            location={tab.key === activeKey ? standing(tab, location) : tab.location}
            round={tab.round}
            isShown={tab.key === activeKey}
            isBlank={tabs.blank === tab.key}
          />
        ))}
      </div>
    </IsolatedRoot>
  )
}
