import { useAtom, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import { homePath } from '#client/guard.ts'
import { userAtom } from '#client/session/state.ts'
import { currentView } from '#client/session/view-as.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { helpCommands } from './help-commands.ts'
import { type HelpPanel, helpAtom } from './open.ts'

/** Where a question mark is text. */
const typed = 'textarea:not([readonly]), input:not([readonly], [type="checkbox"], [type="radio"])'
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(typed))

const panels = {
  page: lazyPart(async () => (await import('./HelpDrawer.tsx')).HelpDrawer),
  keys: lazyPart(async () => (await import('./KeysDialog.tsx')).KeysDialog),
  about: lazyPart(async () => (await import('./AboutDialog.tsx')).AboutDialog),
  tour: lazyPart(async () => (await import('./ShellTour.tsx')).ShellTour),
} satisfies Record<HelpPanel, unknown>

/** The slot of the help, and the key that opens the list of keys from any page. */
export function HelpPlace() {
  const [open, setOpen] = useAtom(helpAtom)
  const session = useStore()
  const { pathname } = useLocation()
  // A new user who comes for something else, by a link, gets the tour another time.
  const [startsAtHome] = useState(pathname === homePath)
  useEffect(() => {
    const user = session.get(userAtom)
    if (startsAtHome && user?.isNew && !user.mustChange && !currentView) setOpen('tour')
  }, [session, startsAtHome, setOpen])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || isTyping(event.target)) return
      runKey(helpCommands, { show: () => setOpen('keys') }, event)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [setOpen])
  const Panel = open && panels[open]
  return <ShellPart title="帮助">{Panel && <Panel onClose={() => setOpen(null)} />}</ShellPart>
}
