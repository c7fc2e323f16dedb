import { useCallback, useState } from 'react'
import { loadCaptcha } from '#client/session/sign-in.ts'
import { buildFieldError, type FieldErrorState } from '../fields/field-error.ts'

export interface Captcha {
  key: string
  /** '' when it could not be loaded; then `fault` has the reason. */
  picture: string
  fault?: FieldErrorState
}

/** A captcha, once it is required. A captcha is valid for one try. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha | null>(null)
  const renew = useCallback(async () => {
    const key = `${Date.now()}${Math.random().toString(36).slice(2, 8)}`
    try {
      setCaptcha({ key, picture: await loadCaptcha(key) })
    } catch (error) {
      setCaptcha({ key, picture: '', fault: buildFieldError(error) })
    }
  }, [])
  return { captcha, renew }
}
