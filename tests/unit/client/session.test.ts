// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadPermissions, reloadPermissions } from '#client/session/permissions.ts'
import { asksForCaptcha, byPassword, enter, readSignInResult, signIn } from '#client/session/sign-in.ts'
import {
  departChoiceAtom,
  forgetSession,
  keepDictionaries,
  permissionsAtom,
  store,
  storedDictionary,
  tokenAtom,
  userAtom,
} from '#client/session/state.ts'
import { settingsAtom } from '#client/theme/settings.ts'
import { AppError } from '#runtime/kernel/errors.ts'

const { get, send } = vi.hoisted(() => ({ get: vi.fn(), send: vi.fn() }))
vi.mock('#client/session/http.ts', () => ({ http: { get, send } }))

const answer = (code: unknown, result: unknown) => send.mockResolvedValue({ code, message: '不成', result })
const login = { token: 'abc', userInfo: { id: 1, username: 'clerk', realname: '李文澜', orgCode: 'A01' } }
const menu = [{ id: 'home', meta: { title: '首页' } }]

beforeEach(() => {
  vi.resetAllMocks()
  localStorage.clear()
  forgetSession()
})

describe('signing in', () => {
  it.each([200, '200'])('succeeds with code %j', async (code) => {
    answer(code, login)
    await signIn({ username: 'clerk', password: 'x' })
    expect(store.get(tokenAtom)).toBe('abc')
    expect(store.get(userAtom)).toMatchObject({ id: '1', username: 'clerk', realname: '李文澜' })
    expect(JSON.parse(localStorage.getItem('pro__Access-Token') ?? '').value).toBe('abc')
  })

  it.each([
    [0, login],
    [201, login],
    [undefined, login],
    [200, { ...login, token: '' }],
    [200, { token: 'abc' }],
    [200, null],
  ])('is refused with code %j and result %j', async (code, result) => {
    answer(code, result)
    await expect(signIn({ username: 'clerk', password: 'x' })).rejects.toThrow('不成')
    expect(store.get(tokenAtom)).toBeNull()
  })

  it('again as the same user keeps the user object', async () => {
    answer(200, login)
    await signIn({ username: 'clerk', password: 'x' })
    const user = store.get(userAtom)
    answer(200, { ...login, token: 'new' })
    await signIn({ username: 'clerk', password: 'x' })
    expect(store.get(tokenAtom)).toBe('new')
    expect(store.get(userAtom)).toBe(user)
  })

  it('again in place does not open the choice of a department, but a first sign-in does', async () => {
    answer(200, { ...login, multi_depart: 2 })
    await signIn({ username: 'clerk', password: 'x' })
    expect(store.get(departChoiceAtom)).toBeNull()
    enter(await byPassword({ username: 'clerk', password: 'x' }), '0', true)
    expect(store.get(departChoiceAtom)).toBe('choose')
    forgetSession()
    expect(store.get(departChoiceAtom)).toBeNull()
  })

  it('without 自动登录 stores the session for the browser session only, until it is remembered again', async () => {
    answer(200, login)
    const arrival = await byPassword({ username: 'clerk', password: 'x' })
    enter(arrival, '0', false)
    expect(localStorage.getItem('pro__Access-Token')).toBeNull()
    expect(sessionStorage.getItem('pro__Access-Token')).toContain('abc')
    enter(arrival, '0', true)
    expect(localStorage.getItem('pro__Access-Token')).toContain('abc')
    expect(sessionStorage.getItem('pro__Access-Token')).toBeNull()
  })

  it('by single sign-on is decided by the success flag, or by code 200 without one', () => {
    const coded = (code: unknown) => ({ code, message: '', result: login })
    expect(readSignInResult(coded(undefined), true).token).toBe('abc')
    expect(() => readSignInResult(coded(undefined))).toThrow('登录失败，请重试')
    expect(() => readSignInResult({ ...coded(undefined), result: { token: 'abc' } }, true)).toThrow(
      '登录失败，请重试',
    )
  })

  it('detects that a captcha is required', () => {
    expect(asksForCaptcha(new AppError('BUSINESS', { result: { captcha: true } }))).toBe(true)
    expect(asksForCaptcha(new AppError('BUSINESS', { result: null }))).toBe(false)
  })
})

describe('with another window of the browser', () => {
  const stored = (key: string) => JSON.parse(localStorage.getItem(`pro__${key}`) ?? 'null')?.value
  /** What a sign-in in the other window stores. */
  const storeSession = (token: string, username: string) => {
    const store = (key: string, value: unknown) =>
      localStorage.setItem(`pro__${key}`, JSON.stringify({ value, expire: null }))
    store('Access-Token', token)
    store('LOGIN_USER', { ...login.userInfo, username })
    store('TENANT_ID', '7')
  }
  const begin = async () => {
    answer(200, login)
    enter(await byPassword({ username: 'clerk', password: 'x' }), '3', true)
  }

  it('a sign-in in place stores the user and the tenant with the token', async () => {
    await begin()
    const user = store.get(userAtom)
    storeSession('other', 'reader')
    answer(200, { ...login, token: 'new' })
    await signIn({ username: 'clerk', password: 'x' })
    expect(store.get(userAtom)).toBe(user)
    expect(stored('LOGIN_USER').username).toBe('clerk')
    expect(stored('TENANT_ID')).toBe('3')
    localStorage.clear()
    await signIn({ username: 'clerk', password: 'x' })
    expect(stored('LOGIN_USER').username).toBe('clerk')
    expect(stored('TENANT_ID')).toBe('3')
  })

  it('the end of a session removes nothing of the session that the other window has started', async () => {
    await begin()
    const reload = vi.fn()
    vi.stubGlobal('location', { reload })
    storeSession('other', 'reader')
    forgetSession()
    expect(stored('Access-Token')).toBe('other')
    expect(stored('LOGIN_USER').username).toBe('reader')
    expect(reload).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})

describe('permissions', () => {
  it('are requested once by simultaneous callers', async () => {
    get.mockResolvedValue({ menu, auth: [], allAuth: [{ action: 'a', type: '1', status: '1' }] })
    await Promise.all([loadPermissions(), loadPermissions()])
    expect(get).toHaveBeenCalledTimes(1)
    expect(store.get(permissionsAtom)).toEqual({
      menu,
      auth: [],
      allAuth: [{ action: 'a', type: '1', status: '1' }],
    })
  })

  it('are requested once more when they change during a request', async () => {
    let answerFirst = (_answer: unknown) => {}
    get.mockImplementationOnce(() => new Promise((resolve) => (answerFirst = resolve)))
    const first = loadPermissions()
    const changes = [reloadPermissions(), reloadPermissions()]
    get.mockResolvedValue({ menu, auth: [], allAuth: [{ action: 'b', type: '1', status: '1' }] })
    await vi.waitFor(() => expect(get).toHaveBeenCalledOnce())
    answerFirst({ menu, auth: [], allAuth: [] })
    await Promise.all([first, ...changes])
    expect(get).toHaveBeenCalledTimes(2)
    expect(store.get(permissionsAtom)?.allAuth).toHaveLength(1)
  })

  it.each([
    [{ menu: [] }, '请联系管理员分配角色'],
    [{}, '菜单权限加载失败'],
    [null, '菜单权限加载失败'],
    ['x', '菜单权限加载失败'],
  ])('fail with the answer %j', async (result, text) => {
    get.mockResolvedValue(result)
    await expect(loadPermissions()).rejects.toThrow(text)
    expect(store.get(permissionsAtom)).toBeNull()
  })
})

it('removing the session keeps the appearance settings', async () => {
  answer(200, login)
  await signIn({ username: 'clerk', password: 'x' })
  store.set(settingsAtom, { mode: 'dark' })
  forgetSession()
  expect(store.get(userAtom)).toBeNull()
  expect(Object.keys(localStorage)).toEqual(['pro__DEFAULT_THEME'])
})

describe('stored dictionaries', () => {
  const week = 604_800_000
  const units = [{ value: '册', text: '册' }]

  it('are read for a week, until the session ends', () => {
    vi.useFakeTimers()
    keepDictionaries({ unit: units })
    expect(storedDictionary('unit')).toEqual(units)
    expect(storedDictionary('toString')).toBeUndefined()
    forgetSession()
    expect(storedDictionary('unit')).toBeUndefined()
    vi.useRealTimers()
  })

  it('have ended after a week', async () => {
    vi.useFakeTimers()
    keepDictionaries({ unit: units })
    vi.advanceTimersByTime(week)
    expect(storedDictionary('unit')).toBeUndefined()
    vi.useRealTimers()
  })
})
