// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, ConfigProvider } from 'antd'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Notices } from '#app/shell/notices/Notices.tsx'
import { emitRefusal, type Refusal } from '#client/session/refusals.ts'
import { store, tokenAtom, userAtom } from '#client/session/state.ts'
import { emitLive, onLive } from '#runtime/data/live.ts'
import { registerUnsaved } from '#runtime/host/unsaved.ts'
import { appError, type ErrorCode } from '#runtime/kernel/errors.ts'
import { standInMedia } from '../../window.ts'

const reload = vi.fn()
const real = window.location

beforeEach(() => {
  store.set(tokenAtom, 'held')
  standInMedia()
  vi.stubGlobal('location', { ...real, href: real.href, reload })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reload.mockClear()
})

const draw = () =>
  render(
    <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <App>
        <QueryClientProvider client={new QueryClient()}>
          <Notices />
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  )
const refuse = (kind: Refusal['kind'], code: ErrorCode, text?: string) =>
  act(() => emitRefusal({ kind, error: appError(code, text ? { text } : {}) }))

describe('an error that nobody caught', () => {
  it('shows one notice, and none when it is a refused request', async () => {
    draw()
    await import('#app/shell/notices/late-listeners.tsx')
    const fail = (error: Error) => act(() => void window.dispatchEvent(new ErrorEvent('error', { error })))
    fail(appError('INTERNAL', { text: '保存失败' }))
    fail(new TypeError('x is not a function'))
    fail(new TypeError('x is not a function'))
    expect(await screen.findAllByText('刚才的操作没有完成')).toHaveLength(1)
    expect(screen.getByText('x is not a function')).toBeTruthy()
    expect(screen.queryByText('保存失败')).toBeNull()
  })
})

describe('a refusal of the server', () => {
  it.each([
    ['FORBIDDEN', undefined, '拒绝访问'],
    ['NOT_FOUND', undefined, '很抱歉，资源未找到!'],
    ['TIMEOUT', undefined, '网络超时'],
    ['UNAUTHORIZED', undefined, '未授权，请重新登录'],
    ['INTERNAL', '库存服务正在重启', '库存服务正在重启'],
  ] as const)('%s shows one notification, also when it is repeated', async (code, said, text) => {
    draw()
    refuse('notice', code, said)
    refuse('notice', code, said)
    expect(await screen.findAllByText(text)).toHaveLength(1)
    expect(store.get(tokenAtom)).toBe('held')
  })

  it('of a lost session shows a notice, and after 1.5 s the user is signed out and the page reloads', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    draw()
    refuse('unauthorized', 'UNAUTHORIZED')
    expect(await screen.findByText('未授权，请重新登录')).toBeTruthy()
    act(() => vi.advanceTimersByTime(1400))
    expect(reload).not.toHaveBeenCalled()
    act(() => vi.advanceTimersByTime(200))
    expect(reload).toHaveBeenCalledOnce()
    expect(store.get(tokenAtom)).toBeNull()
  })

  describe('of a session that was replaced in another window', () => {
    const user = { id: '1', username: 'clerk', realname: '李文澜', orgCode: '', mustChange: false }
    const storeSession = (token: string, username: string) => {
      const write = (key: string, value: unknown) =>
        localStorage.setItem(`pro__${key}`, JSON.stringify({ value, expire: null }))
      write('Access-Token', token)
      write('LOGIN_USER', { ...user, username })
    }
    beforeEach(() => {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      store.set(userAtom, user)
    })

    it('continues with that of the same user, and the refused requests are repeated', async () => {
      const frames: string[] = []
      const end = onLive(({ cmd }) => frames.push(cmd))
      draw()
      storeSession('other', 'clerk')
      refuse('unauthorized', 'UNAUTHORIZED')
      refuse('unauthorized', 'UNAUTHORIZED')
      await waitFor(() => expect(store.get(tokenAtom)).toBe('other'))
      act(() => vi.advanceTimersByTime(2000))
      expect(reload).not.toHaveBeenCalled()
      expect(screen.queryByText('未授权，请重新登录')).toBeNull()
      expect(frames).toEqual(['signedIn'])
      end()
    })

    it('leaves that of another user as it is', async () => {
      draw()
      storeSession('other', 'reader')
      refuse('unauthorized', 'UNAUTHORIZED')
      expect(await screen.findByText('未授权，请重新登录')).toBeTruthy()
      act(() => vi.advanceTimersByTime(2000))
      expect(reload).toHaveBeenCalled()
      expect(localStorage.getItem('pro__Access-Token')).toContain('other')
    })
  })

  it('follows a frozen account, whose dialog says so at once and keeps unsaved input', async () => {
    const unregister = registerUnsaved(() => true)
    draw()
    act(() => emitLive({ cmd: 'ended', reason: 'frozen' }))
    refuse('expired', 'UNAUTHORIZED')
    expect(await screen.findByText('账号已冻结')).toBeTruthy()
    expect(screen.queryByText('登录已过期')).toBeNull()
    expect(
      screen.getByText(/^您的账号已被冻结，暂时不能使用，请联系系统管理员。未保存的内容还在/),
    ).toBeTruthy()
    expect(await screen.findByLabelText('密码')).toBeTruthy()
    expect(reload).not.toHaveBeenCalled()
    expect(store.get(tokenAtom)).toBe('held')
    unregister()
  })

  it('of an expired token opens a dialog whose button signs out and reloads the page', async () => {
    draw()
    refuse('expired', 'UNAUTHORIZED')
    expect(await screen.findByText('登录已过期')).toBeTruthy()
    expect(screen.getByText('很抱歉，登录已过期，请重新登录')).toBeTruthy()
    expect(screen.queryByLabelText('密码')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '重新登录' }))
    expect(reload).toHaveBeenCalledOnce()
    expect(store.get(tokenAtom)).toBeNull()
  })

  it('with unsaved work never leaves the page: the user signs in again in place', async () => {
    const end = registerUnsaved(() => true)
    draw()
    refuse('unauthorized', 'UNAUTHORIZED')
    expect(await screen.findByText('登录已过期')).toBeTruthy()
    await waitFor(() => expect(screen.getByLabelText('密码')).toBeTruthy())
    expect(store.get(tokenAtom)).toBe('held')
    expect(reload).not.toHaveBeenCalled()
    end()
  })
})
