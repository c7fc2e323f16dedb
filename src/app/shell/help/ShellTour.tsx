import { Tour, type TourProps } from 'antd'
import { useAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { http } from '#client/session/http.ts'
import { userAtom } from '#client/session/state.ts'
import { tourSteps } from './tour-steps.ts'

const isDrawn = (element: HTMLElement | null): element is HTMLElement =>
  element !== null && element.getClientRects().length > 0

/** The steps whose parts are on the screen. */
const listSteps = (): NonNullable<TourProps['steps']> =>
  tourSteps.flatMap(({ parts, title, text }) => {
    for (const [selector, placement] of Object.entries(parts)) {
      const target = document.querySelector<HTMLElement>(selector)
      if (isDrawn(target)) return [{ target, title, description: text, placement }]
    }
    return []
  })

/**
 * A walk over the parts of the shell, without a mask: the page below can be used meanwhile. Esc and any other page end it. A new
 * user gets it once: the server remembers that it was opened.
 */
export function ShellTour({ onClose }: { onClose(): void }) {
  const [user, setUser] = useAtom(userAtom)
  const [steps] = useState(listSteps)
  const { pathname } = useLocation()
  const [opened] = useState(pathname)
  const end = useRef(onClose)
  end.current = onClose

  const isNew = user?.isNew === true
  useEffect(() => {
    if (!isNew || !user) return
    // Without an answer it opens again at the next sign-in.
    void http.send('PUT', '/sys/user/tour').catch(() => undefined)
    setUser({ ...user, isNew: false })
  }, [isNew, user, setUser])

  useEffect(() => {
    if (pathname !== opened) end.current()
  }, [pathname, opened])

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && end.current()
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <Tour open steps={steps} mask={false} rootClassName="app-tour" onClose={onClose} onFinish={onClose} />
  )
}
