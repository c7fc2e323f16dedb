import { App } from 'antd'
import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom'
import { hasUnsaved } from '../../../runtime/data/unsaved.ts'
import { askToDiscard } from '../../../runtime/screens/parts/discard.ts'

/** Of an address, what a form stands on: its page, and the record it was opened for. */
const placeOf = (href: string): string => {
  const { pathname, searchParams } = new URL(href, window.location.href)
  return JSON.stringify([pathname, searchParams.get('form'), searchParams.get('id')])
}

const indexNow = (): number => Number((window.history.state as { idx?: unknown } | null)?.idx ?? Number.NaN)

/**
 * Over unsaved work no way leads away unasked: neither a link nor the browser's back. The router without data has no
 * blocker, so its navigator is held here, and a step in the history is taken back before the router hears of it.
 */
export function LeaveGuard() {
  const { navigator } = useContext(NavigationContext)
  const { modal } = App.useApp()
  const location = useLocation()
  const here = useRef('')
  const index = useRef(Number.NaN)
  here.current = placeOf(navigator.createHref(location))
  useEffect(() => {
    index.current = indexNow()
  })

  useEffect(() => {
    let isAsking = false
    const leave = async (go: () => void) => {
      if (isAsking) return
      isAsking = true
      const yes = await askToDiscard(modal)
      isAsking = false
      if (yes) go()
    }
    const { push, replace } = navigator
    const held =
      (go: typeof push): typeof push =>
      (...step) => {
        const isLeaving = placeOf(navigator.createHref(step[0])) !== here.current
        if (isLeaving && hasUnsaved()) void leave(() => go(...step))
        else go(...step)
      }
    navigator.push = held(push)
    navigator.replace = held(replace)

    let passing: 'back' | 'on' | null = null
    const onPop = (event: PopStateEvent) => {
      const was = passing
      passing = null
      if (was === 'on') return
      if (was === 'back') return event.stopImmediatePropagation()
      const steps = indexNow() - index.current
      if (!steps || placeOf(window.location.href) === here.current || !hasUnsaved()) return
      event.stopImmediatePropagation()
      passing = 'back'
      navigator.go(-steps)
      void leave(() => {
        passing = 'on'
        navigator.go(steps)
      })
    }
    window.addEventListener('popstate', onPop, true)
    return () => {
      navigator.push = push
      navigator.replace = replace
      window.removeEventListener('popstate', onPop, true)
    }
  }, [navigator, modal])
  return null
}
