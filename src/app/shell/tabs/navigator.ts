import type { Navigator, To } from 'react-router-dom'
import { toAddress } from './navigation.ts'
import { type Address, formatAddress, getTabKey, isRecord } from './place.ts'

/** The effects on the tab of a page when the page navigates. */
export interface TabNavigation {
  isShown(): boolean
  /** The address of the page's tab while the page is hidden. */
  stand(address: string): void
  /** The list stays open, without the form that became a page. */
  layDown(): void
  /** The page itself navigated elsewhere: its tab closes. */
  leave(): void
}

/** At the first step of the window's history there is no page to return to. */
const isFirst = (): boolean => !(window.history.state as { idx?: number } | null)?.idx

/** Whether this step of the window's history opened a form over its list: going back closes the form only. */
const isFormStep = (): boolean =>
  (window.history.state as { usr?: { opensForm?: boolean } } | null)?.usr?.opensForm === true

/**
 * The navigator of one page. A visible page navigates the browser; for a hidden page the address bar belongs to another
 * page: the tab keeps the address that the page sets, and the browser does not navigate.
 */
export function buildNavigator(root: Navigator, address: Address, ways: TabNavigation): Navigator {
  const key = getTabKey(address)
  const isOwn = (to: To) => getTabKey(toAddress(to)) === key
  return {
    createHref: (to) => root.createHref(to),
    ...(root.encodeLocation && { encodeLocation: (to: To) => root.encodeLocation?.(to) ?? toAddress(to) }),
    go(delta) {
      if (delta < 0 && !isFirst() && !isFormStep()) ways.leave()
      if (ways.isShown()) root.go(delta)
    },
    push(to, state, options) {
      if (ways.isShown()) root.push(to, state, options)
      else if (isOwn(to)) ways.stand(formatAddress(toAddress(to)))
    },
    replace(to, state, options) {
      if (isOwn(to)) {
        if (ways.isShown()) root.replace(to, state, options)
        else ways.stand(formatAddress(toAddress(to)))
        return
      }
      const isOnPage =
        isRecord(toAddress(to)) && toAddress(to).pathname === address.pathname && !isRecord(address)
      if (!isOnPage) ways.leave()
      else if (ways.isShown()) ways.layDown()
      if (!ways.isShown()) return
      if (isOnPage) root.push(to, state, options)
      else root.replace(to, state, options)
    },
  }
}
