import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { decide } from '#client/guard.ts'
import { loadPermissions, signOutMessage } from '#client/session/permissions.ts'
import { signOut } from '#client/session/sign-out.ts'
import { permissionsAtom, signOutMessageAtom, store, tokenAtom } from '#client/session/state.ts'
import { AppShell } from './pages.ts'
import { useProgress } from './progress.tsx'

/** Renders a page, redirects to another, or loads the permissions first. */
export function Gate({ children }: { children: ReactNode }) {
  const location = useLocation()
  const hasToken = useAtomValue(tokenAtom) !== null
  const hasPermissions = useAtomValue(permissionsAtom) !== null
  const decision = decide(location, hasToken, hasPermissions)
  useProgress(location.pathname, decision === 'load')

  useEffect(() => {
    if (decision !== 'load') return
    // The layout's code loads at the same time; if that fails, its page shows the error.
    void AppShell.preload()
    // After any failure the user signs in again; the address is stored in the redirect.
    loadPermissions().then(
      () => store.set(signOutMessageAtom, null),
      (error: unknown) => {
        store.set(signOutMessageAtom, signOutMessage(error))
        signOut().catch(() => undefined)
      },
    )
  }, [decision])

  if (decision === 'load') return null
  if (decision !== 'stay') return <Navigate to={decision.go} replace />
  return children
}
