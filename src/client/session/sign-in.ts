import { AppError, appError } from '#runtime/kernel/errors.ts'
import type { CodedAnswer } from './client.ts'
import {
  departChoiceAtom,
  keepDictionaries,
  readUser,
  rememberSession,
  type SignedInUser,
  store,
  tenantAtom,
  tokenAtom,
  userAtom,
} from './state.ts'

export interface Credentials {
  username: string
  password: string
  captcha?: string
  checkKey?: string
}

export interface Tenant {
  id: string
  name: string
}

/** A user with a correct password whose session has not started yet. */
export interface SignInResult {
  token: string
  user: SignedInUser
  /** With more than one, the user chooses before `enter`. */
  tenants: Tenant[]
  /** 0 none, 1 one, 2 several. */
  departs: unknown
  dictionaries: unknown
}

interface Result {
  token?: unknown
  userInfo?: unknown
  multi_depart?: unknown
  tenantList?: unknown
  sysAllDictItems?: unknown
}

const isGood = (code: unknown): boolean => code === 200 || code === '200'
const readResult = (raw: unknown): Result => (typeof raw === 'object' && raw !== null ? raw : {})

/** Success is a token and a user, with `code` "200" or 200 and nothing else (single sign-on: with its success flag). */
export function readSignInResult(
  { code, message, result }: CodedAnswer<unknown>,
  bySuccessFlag = false,
): SignInResult {
  const { token, userInfo, multi_depart: departs, tenantList, sysAllDictItems } = readResult(result)
  const user = readUser(userInfo)
  if (!(bySuccessFlag || isGood(code)) || typeof token !== 'string' || token === '' || !user)
    throw appError('BUSINESS', { text: message || '登录失败，请重试' })
  return { token, user, departs, tenants: readTenants(tenantList), dictionaries: sysAllDictItems }
}

function readTenants(raw: unknown): Tenant[] {
  if (!Array.isArray(raw)) return []
  const all = raw as Partial<Record<'id' | 'name', unknown>>[]
  return all.map(({ id, name }) => ({ id: String(id), name: String(name ?? id) }))
}

export async function byPassword(credentials: Credentials, isRemembered = true): Promise<SignInResult> {
  const { http } = await import('./http.ts')
  return readSignInResult(
    await http.send('POST', '/sys/login', { ...credentials, remember_me: isRemembered }),
  )
}

/** The token of a pending sign-in, in a refusal that asks for the second factor. */
export function findSecondFactor(error: unknown): string | null {
  const result = error instanceof AppError ? error.result : null
  const token = (result as { secondFactor?: unknown } | null)?.secondFactor
  return typeof token === 'string' ? token : null
}

/** Completes a pending sign-in by the digits of the authenticator or a recovery code. */
export async function bySecondFactor(token: string, inputCode: string): Promise<SignInResult> {
  const { http } = await import('./http.ts')
  return readSignInResult(await http.send('POST', '/sys/login/secondFactor', { token, inputCode }))
}

/** Everything is stored anew: another window may have removed it, or have signed in another user. */
function startSession({ token, user }: SignInResult, tenant: string): void {
  const now = store.get(userAtom)
  // Signing in again as the same user keeps the same object, so that no open page is mounted again.
  store.set(userAtom, JSON.stringify(now) === JSON.stringify(user) ? now : user)
  store.set(tenantAtom, tenant)
  store.set(tokenAtom, token)
}

/** Stores the session. The guard sees the token and navigates. */
export function enter(arrival: SignInResult, tenant: string, isRemembered: boolean): void {
  const { departs } = arrival
  rememberSession(isRemembered)
  if (arrival.dictionaries) keepDictionaries(arrival.dictionaries)
  store.set(departChoiceAtom, departs === 2 ? 'choose' : departs === 0 ? 'missing' : null)
  startSession(arrival, tenant)
}

/** The same user continues where the session ended. */
export async function continueSession(attempt: Promise<SignInResult>): Promise<void> {
  const arrival = await attempt
  startSession(arrival, store.get(tenantAtom) ?? arrival.tenants[0]?.id ?? '0')
}

export const signIn = (credentials: Credentials): Promise<void> => continueSession(byPassword(credentials))

function asksFor(error: unknown, key: 'captcha' | 'ticket'): boolean {
  const result = error instanceof AppError ? error.result : null
  return typeof result === 'object' && result !== null && (result as Record<string, unknown>)[key] === true
}

/** The server requires the characters of a captcha with the next try. */
export const asksForCaptcha = (error: unknown): boolean => asksFor(error, 'captcha')

/** The server requires a ticket of the slider; a ticket that was sent is used up. */
export const asksForTicket = (error: unknown): boolean => asksFor(error, 'ticket')

export async function loadCaptcha(key: string): Promise<string> {
  const { http } = await import('./http.ts')
  return http.get<string>(`/sys/randomImage/${key}`)
}
