import { loginPath } from '#client/guard.ts'
import { http } from '#client/session/http.ts'
import { findSecondFactor, readSignInResult, type SignInResult } from '#client/session/sign-in.ts'
import type { Visitor } from '#client/session/sso-callback.ts'
import { AppError, appError } from '#runtime/kernel/errors.ts'
import { loadSignInMethods } from './methods.ts'

/** `service` is the return address that was given to the sign-on server. */
async function byTicket(ticket: string, service: string): Promise<SignInResult> {
  return readSignInResult(await http.redeem('/sys/cas/client/validateLogin', { ticket, service }), true)
}

async function signInByAccount(token: string, type: string, nonce: string): Promise<SignInResult> {
  const path = [token, type].map(encodeURIComponent).join('/')
  return readSignInResult(await http.redeem(`/sys/thirdLogin/getLoginUser/${path}`, { nonce }))
}

/** An account of a third party that is not bound to a user yet. */
export interface Unbound {
  uuid: string
  nickname: string
}

/** How the return from another system ends, unless it is refused; `pending` waits for the second factor. */
export type Arrival =
  | { is: 'arrived'; result: SignInResult }
  | { is: 'pending'; token: string }
  | { is: 'unbound'; by: Unbound }

const findUnbound = (error: unknown): Unbound | null => {
  const result = error instanceof AppError ? error.result : null
  if (typeof result !== 'object' || result === null || !('thirdUserUuid' in result)) return null
  const { thirdUserUuid, nickname } = result as { thirdUserUuid: unknown; nickname?: unknown }
  return { uuid: String(thirdUserUuid), nickname: String(nickname ?? '') }
}

async function signIn(visitor: Visitor, nonce: string): Promise<SignInResult> {
  if (visitor.from === 'third') {
    if (visitor.token === null) throw appError('BUSINESS', { text: '校验失败' })
    return signInByAccount(visitor.token, visitor.type, nonce)
  }
  const { cas } = await loadSignInMethods()
  const service = cas && new URL(cas, window.location.origin).searchParams.get('service')
  return byTicket(visitor.ticket, service ?? window.location.origin + loginPath)
}

/** Signs in with the proof that the other system has given; `nonce` binds the answer to this browser. */
export async function arrive(visitor: Visitor, nonce: string): Promise<Arrival> {
  try {
    return { is: 'arrived', result: await signIn(visitor, nonce) }
  } catch (error) {
    const token = findSecondFactor(error)
    if (token !== null) return { is: 'pending', token }
    const by = findUnbound(error)
    if (by) return { is: 'unbound', by }
    throw error
  }
}
