import { findRedirect } from '../guard.ts'
import { dropStored, readStored, writeStored } from './storage.ts'

/** The return from another system with a proof of identity. */
export type Visitor =
  | { from: 'cas'; ticket: string }
  | { from: 'third'; type: string; token: string }
  | { from: 'third'; type: string; token: null }

interface Address {
  search: string
  hash: string
}

/**
 * The proof in the address of the sign-in page, and the `redirect` without it. Single sign-on may also have returned to
 * another page, from which the guard redirected here: then the ticket is in the redirect.
 */
export function readSsoCallback({
  search,
  hash,
}: Address): { visitor: Visitor; redirect: string | null } | null {
  const query = new URLSearchParams(search)
  const redirect = findRedirect(search)
  const fragment = new URLSearchParams(hash.slice(1))
  const type = fragment.get('third')
  if (type) return { visitor: { from: 'third', type, token: fragment.get('token') }, redirect }
  const ticket = query.get('ticket')
  if (ticket) return { visitor: { from: 'cas', ticket }, redirect }
  if (!redirect) return null
  const target = new URL(redirect, window.location.origin)
  const carried = target.searchParams.get('ticket')
  // Tickets of single sign-on start with this prefix; a `ticket` parameter of another page is not removed.
  if (!carried?.startsWith('ST-')) return null
  target.searchParams.delete('ticket')
  return {
    visitor: { from: 'cas', ticket: carried },
    redirect: target.pathname + target.search + target.hash,
  }
}

interface Left {
  redirect: string | null
  isRemembered: boolean
  /** Binds the answer to this browser. */
  nonce: string
}

const key = 'SIGN_IN_LEFT'

/** Stores values that the return from single sign-on does not contain. */
export function storeBeforeLeaving(left: Left): void {
  writeStored(key, left, 'browser')
}

/** Returns the stored values once. */
export function consumeStored(): Left {
  const raw = readStored(key) as Partial<Left> | null
  dropStored(key)
  return {
    redirect: raw?.redirect ?? null,
    isRemembered: raw?.isRemembered ?? true,
    nonce: raw?.nonce ?? '',
  }
}
