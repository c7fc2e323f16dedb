import { useAtomValue } from 'jotai'
import { useLocation } from 'react-router-dom'
import { homePath } from '../guard.ts'
import { shortTitle } from '../institution.ts'
import { menuAtom } from './menu-state.ts'
import { keyOf } from './tabs/place.ts'
import { tabsAtom } from './tabs/state.ts'
import { titleAt } from './tabs/titles.ts'

/** The title of the page in the header of a phone; the short name of the product on the home page. */
export function PhoneTitle() {
  const location = useLocation()
  const menu = useAtomValue(menuAtom)
  const name = useAtomValue(tabsAtom).list.find(({ key }) => key === keyOf(location))?.name
  const title = location.pathname === homePath ? undefined : (name ?? titleAt(menu, location))
  // The page has the heading; this is its visible copy.
  return <strong className="app-phone-title">{title ?? shortTitle}</strong>
}
