import { useEffect } from 'react'
import { HelpPlace } from './help/HelpPlace.tsx'
import { SettingsPlace } from './settings/SettingsPlace.tsx'

/** Milliseconds after the page is drawn: the requests of the page are sent first. */
const ahead = 3000

/** The parts of the layout that nobody needs before the first page is drawn. */
export function LateParts() {
  // Loaded in advance: a user who leaves need not wait for the entries of the menu.
  useEffect(() => {
    const timer = setTimeout(() => import('./header/user-menu-items.tsx').catch(() => undefined), ahead)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <SettingsPlace />
      <HelpPlace />
    </>
  )
}
