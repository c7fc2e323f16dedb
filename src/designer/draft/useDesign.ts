import { useEffect, useState, useSyncExternalStore } from 'react'
import { useUnsaved } from '#runtime/host/useUnsaved.ts'
import { useServices } from '#runtime/services/services.tsx'
import { designApi } from '../api.ts'
import { DraftSession, type DraftSnapshot } from './DraftSession.ts'
import { createUnsentKeeper, type OpenedSource } from './unsent-draft.ts'

/** The draft of one document: its present state, and the session that changes it. */
export interface Design extends DraftSnapshot {
  session: DraftSession
}

/** The draft of one document, for as long as the component is mounted. */
export function useDesign(source: OpenedSource): Design {
  const { http, user, notify } = useServices()
  const [session] = useState(() => {
    const unsent = createUnsentKeeper(user.id, source)
    return new DraftSession({ source, api: designApi(http), unsent, notify })
  })
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot)
  useUnsaved(session.isUnsaved, session.dropUnsaved)
  useEffect(() => {
    return session.open()
  }, [session])
  useEffect(() => {
    window.addEventListener('pagehide', session.keepLast)
    return () => window.removeEventListener('pagehide', session.keepLast)
  }, [session])
  return { ...snapshot, session }
}
