import { AppError, appError } from '../../../runtime/kernel/errors.ts'
import { store, tenantAtom, tokenAtom, userAtom, userOf } from './state.ts'

export interface Credentials {
  username: string
  password: string
  captcha?: string
  checkKey?: string
}

interface LoginResult {
  token?: unknown
  userInfo?: unknown
}

/** Success is `code` "200" or 200 with a token and a user, and nothing else. */
export async function signIn(credentials: Credentials): Promise<void> {
  const { http } = await import('./http.ts')
  const { code, message, result } = await http.send<LoginResult | null>('POST', '/sys/login', credentials)
  const user = userOf(result?.userInfo)
  const token = result?.token
  if ((code !== 200 && code !== '200') || typeof token !== 'string' || token === '' || !user)
    throw appError('BUSINESS', { text: message || '登录失败，请重试' })
  store.set(tenantAtom, '0')
  // The same person signing in again keeps the same object: nothing that is open may start anew.
  if (JSON.stringify(store.get(userAtom)) !== JSON.stringify(user)) store.set(userAtom, user)
  store.set(tokenAtom, token)
}

/** The server wants a picture's characters with the next try. */
export function asksForCaptcha(error: unknown): boolean {
  const result = error instanceof AppError ? error.result : null
  return typeof result === 'object' && result !== null && 'captcha' in result && result.captcha === true
}

export async function loadCaptcha(key: string): Promise<string> {
  const { http } = await import('./http.ts')
  return http.get<string>(`/sys/randomImage/${key}`)
}
