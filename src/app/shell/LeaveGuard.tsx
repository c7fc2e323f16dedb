import { App } from 'antd'
import { useStore } from 'jotai'
import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type To, useLocation } from 'react-router-dom'
import { settingsAtom } from '#client/theme/settings.ts'
import { giveUp, hasUnsaved } from '#runtime/host/unsaved.ts'
import { askToDiscard } from '#runtime/ui/overlay/confirm-discard.ts'
import { guardPopstate } from '../popstate-guard.ts'
import { pageLosingWork, restoredAddress } from './tabs/navigation.ts'
import { type Address, getFormPlace } from './tabs/place.ts'
import { tabsAtom } from './tabs/state.ts'

const indexNow = (): number => Number((window.history.state as { idx?: unknown } | null)?.idx ?? Number.NaN)

/**
 * Unsaved work is never left without confirmation, by a link or by the back button. The router without data has no
 * blocker, so its navigator is wrapped here, and a history step is undone before the router handles it.
 * With tabs a page that is left stays mounted: then only another form in its own tab would lose work.
 */
export function LeaveGuard() {
  const { navigator } = useContext(NavigationContext)
  const { modal } = App.useApp()
  const store = useStore()
  const location = useLocation()
  const current = useRef<Address>(location)
  const index = useRef(Number.NaN)
  const passing = useRef<'back' | 'on' | null>(null)
  const isAsking = useRef(false)
  current.current = location
  useEffect(() => {
    index.current = indexNow()
  })

  useEffect(() => {
    const hasTabs = () => store.get(settingsAtom).multipage
    /** Requests confirmation before `to` loses unsaved work, then navigates; false: no work would be lost. */
    const blocks = (to: Address, go: () => void): boolean => {
      const lost = hasTabs() ? pageLosingWork(store.get(tabsAtom), current.current, to) : undefined
      const isLost = hasTabs()
        ? lost !== undefined
        : getFormPlace(to) !== getFormPlace(current.current) && hasUnsaved()
      if (isLost) void ask(lost, go)
      return isLost
    }
    const ask = async (page: string | undefined, go: () => void) => {
      if (isAsking.current) return
      isAsking.current = true
      const yes = await askToDiscard(modal)
      isAsking.current = false
      if (!yes) return
      giveUp(page)
      go()
    }
    const toUrl = (to: To) => new URL(navigator.createHref(to), window.location.href)
    const { push, replace } = navigator
    navigator.push = (requested, ...rest) => {
      const to = hasTabs() ? restoredAddress(store.get(tabsAtom), current.current, requested) : requested
      if (!blocks(toUrl(to), () => push(to, ...rest))) push(to, ...rest)
    }
    navigator.replace = (to, ...rest) => {
      if (!blocks(toUrl(to), () => replace(to, ...rest))) replace(to, ...rest)
    }

    const onPop = (event: PopStateEvent) => {
      const was = passing.current
      passing.current = null
      if (was === 'on') return
      if (was === 'back') return event.stopImmediatePropagation()
      const steps = indexNow() - index.current
      if (!steps) return
      const go = () => {
        passing.current = 'on'
        navigator.go(steps)
      }
      if (!blocks(new URL(window.location.href), go)) return
      event.stopImmediatePropagation()
      passing.current = 'back'
      navigator.go(-steps)
    }
    const end = guardPopstate(onPop)
    return () => {
      navigator.push = push
      navigator.replace = replace
      end()
    }
  }, [navigator, modal, store])
  return null
}
