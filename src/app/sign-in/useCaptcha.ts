import { useCallback, useState } from 'react'
import { loadCaptcha } from '../session/sign-in.ts'
import { type Mark, markOf } from './marks.ts'

export interface Captcha {
  key: string
  /** '' when it could not be had; then `fault` says why. */
  picture: string
  fault?: Mark
}

/** A picture of characters, once it is asked for. A picture serves one try. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha | null>(null)
  const renew = useCallback(async () => {
    const key = `${Date.now()}${Math.random().toString(36).slice(2, 8)}`
    try {
      setCaptcha({ key, picture: await loadCaptcha(key) })
    } catch (error) {
      setCaptcha({ key, picture: '', fault: markOf(error) })
    }
  }, [])
  return { captcha, renew }
}
