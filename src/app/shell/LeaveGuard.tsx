import { App } from 'antd'
import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom'
import { hasUnsaved } from '../../../runtime/data/unsaved.ts'
import { askToDiscard } from '../../../runtime/screens/parts/discard.ts'
import { holdSteps } from '../steps.ts'

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
  const passing = useRef<'back' | 'on' | null>(null)
  const isAsking = useRef(false)
  here.current = placeOf(navigator.createHref(location))
  useEffect(() => {
    index.current = indexNow()
  })

  useEffect(() => {
    const leave = async (go: () => void) => {
      if (isAsking.current) return
      isAsking.current = true
      const yes = await askToDiscard(modal)
      isAsking.current = false
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

    const onPop = (event: PopStateEvent) => {
      const was = passing.current
      passing.current = null
      if (was === 'on') return
      if (was === 'back') return event.stopImmediatePropagation()
      const steps = indexNow() - index.current
      if (!steps || placeOf(window.location.href) === here.current || !hasUnsaved()) return
      event.stopImmediatePropagation()
      passing.current = 'back'
      navigator.go(-steps)
      void leave(() => {
        passing.current = 'on'
        navigator.go(steps)
      })
    }
    const end = holdSteps(onPop)
    return () => {
      navigator.push = push
      navigator.replace = replace
      end()
    }
  }, [navigator, modal])
  return null
}
