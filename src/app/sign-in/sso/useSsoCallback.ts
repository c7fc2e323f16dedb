import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { loginPath } from '#client/guard.ts'
import type { SignInResult } from '#client/session/sign-in.ts'
import { consumeStored, readSsoCallback } from '#client/session/sso-callback.ts'
import { buildFieldError, type FieldErrorState } from '../fields/field-error.ts'
import type { Unbound } from './arrive.ts'

type State =
  | { is: 'nobody' }
  | { is: 'judged' }
  | { is: 'refused'; mark: FieldErrorState }
  | { is: 'unbound'; by: Unbound; isRemembered: boolean }
  | { is: 'pending'; token: string; isRemembered: boolean }

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
    const arriving = import('./arrive.ts').then(({ arrive }) => arrive(callback.visitor, nonce))
    arriving.then(
      (arrival) =>
        arrival.is === 'arrived'
          ? onArrive(arrival.result, isRemembered)
          : setState({ ...arrival, isRemembered }),
      (error: unknown) => setState({ is: 'refused', mark: buildFieldError(error) }),
    )
  }, [callback, navigate, onArrive])
  return state
}
