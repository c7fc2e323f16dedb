import type { QueryClient } from '@tanstack/react-query'
import type { Refusal } from '#client/session/refusals.ts'
import { findOtherToken, forgetSession, readUser, store, tokenAtom, userAtom } from '#client/session/state.ts'
import { readStored } from '#client/session/storage.ts'
import { forgetView } from '#client/session/view-as.ts'
import { emitLive } from '#runtime/data/live.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { errorText } from '#runtime/kernel/errors.ts'

const LEAVE_DELAY_MS = 1500
/** The other requests that the server refuses together with the first are repeated with it. */
const REPEAT_DELAY_MS = 300

/** Requests that failed without a session are repeated; so are refused saves, by their forms. */
export function repeatRefused(client: QueryClient): void {
  emitLive({ cmd: 'signedIn' })
  void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
}

/** Continues with the session that the same user has started in another window; false: there is none. */
function takeOverSession(): boolean {
  const token = findOtherToken()
  const username = readUser(readStored('LOGIN_USER'))?.username
  if (token === null || username !== store.get(userAtom)?.username) return false
  store.set(tokenAtom, token)
  return true
}

interface Tools {
  client: QueryClient
  notice(text: string): void
  /** Opens the dialog of the expired session. */
  ask(): void
}

/** Reacts to a refusal of the session; returns whether the page is left. */
export function endSession({ kind, error }: Refusal, { client, notice, ask }: Tools): boolean {
  // The view has ended at the server, so the page shows the own screens again.
  if (error.reason === 'VIEW_ENDED') {
    forgetView()
    window.location.reload()
    return true
  }
  if (takeOverSession()) {
    setTimeout(() => repeatRefused(client), REPEAT_DELAY_MS)
    return false
  }
  if (kind === 'expired' || hasUnsaved()) {
    ask()
    return false
  }
  notice(errorText('SIGN_IN_AGAIN'))
  setTimeout(() => {
    forgetSession()
    window.location.reload()
  }, LEAVE_DELAY_MS)
  return true
}
