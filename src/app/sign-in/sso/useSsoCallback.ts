import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { loginPath } from '#client/guard.ts'
import { findSecondFactor, type SignInResult } from '#client/session/sign-in.ts'
import { consumeStored, readSsoCallback, type Visitor } from '#client/session/sso-callback.ts'
import { AppError, appError } from '#runtime/kernel/errors.ts'
import { byTicket, loadSignInMethods, signInByAccount } from '../calls.ts'
import { buildFieldError, type FieldErrorState } from '../fields/field-error.ts'

/** An account of a third party that is not bound to a user yet. */
export interface Unbound {
  uuid: string
  nickname: string
}

type State =
  | { is: 'nobody' }
  | { is: 'judged' }
  | { is: 'refused'; mark: FieldErrorState }
  | { is: 'unbound'; by: Unbound }
  | { is: 'pending'; token: string; isRemembered: boolean }

const findUnbound = (error: unknown): Unbound | null => {
  const result = error instanceof AppError ? error.result : null
  if (typeof result !== 'object' || result === null || !('thirdUserUuid' in result)) return null
  const { thirdUserUuid, nickname } = result as { thirdUserUuid: unknown; nickname?: unknown }
  return { uuid: String(thirdUserUuid), nickname: String(nickname ?? '') }
}

async function arrive(visitor: Visitor, nonce: string): Promise<SignInResult> {
  if (visitor.from === 'third') {
    if (visitor.token === null) throw appError('BUSINESS', { text: '校验失败' })
    return signInByAccount(visitor.token, visitor.type, nonce)
  }
  const { cas } = await loadSignInMethods()
  const service = cas && new URL(cas, window.location.origin).searchParams.get('service')
  return byTicket(visitor.ticket, service ?? window.location.origin + loginPath)
}

/** Signs in a user who returns from single sign-on or a third party. Removes the proof from the address before use. */
export function useSsoCallback(onArrive: (arrival: SignInResult, isRemembered: boolean) => void): State {
  const location = useLocation()
  const navigate = useNavigate()
  const [callback] = useState(() => readSsoCallback(location))
  const [state, setState] = useState<State>(callback ? { is: 'judged' } : { is: 'nobody' })
  const isAsked = useRef(false)
  useEffect(() => {
    if (!callback || isAsked.current) return
    isAsked.current = true
    const { redirect, isRemembered, nonce } = consumeStored()
    const target = redirect ?? callback.redirect
    void navigate(target ? `${loginPath}?redirect=${encodeURIComponent(target)}` : loginPath, {
      replace: true,
    })
    arrive(callback.visitor, nonce).then(
      (arrival) => onArrive(arrival, isRemembered),
      (error: unknown) => {
        const token = findSecondFactor(error)
        if (token !== null) return setState({ is: 'pending', token, isRemembered })
        const by = findUnbound(error)
        setState(by ? { is: 'unbound', by } : { is: 'refused', mark: buildFieldError(error) })
      },
    )
  }, [callback, navigate, onArrive])
  return state
}
