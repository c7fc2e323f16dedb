// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { Provider } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLiveSocket } from '#app/shell/live/useLiveSocket.ts'
import { store, tokenAtom, userAtom } from '#client/session/state.ts'
import { onLive } from '#runtime/data/live.ts'

vi.mock('#client/session/permissions.ts', () => ({ reloadPermissions: vi.fn() }))

class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static made: FakeSocket[] = []
  readyState = 0
  sent: unknown[] = []
  binaryType = 'blob'
  constructor(
    readonly url: string,
    readonly protocols: unknown,
  ) {
    super()
    FakeSocket.made.push(this)
  }
  send(text: unknown) {
    this.sent.push(text)
  }
  close() {}
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  /** The event of a browser whose connection was cut. */
  breaks() {
    this.readyState = 3
    this.dispatchEvent(new Event('error'))
    this.dispatchEvent(new Event('close'))
  }
  /** The event of a browser whose server closed the connection. */
  isClosed(code: number) {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const last = () => FakeSocket.made.at(-1) as FakeSocket

const Live = () => {
  useLiveSocket()
  return null
}

beforeEach(() => {
  vi.useFakeTimers()
  // The middle of the random range: exactly five seconds.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.made = []
  store.set(userAtom, { id: 'u 1', username: 'clerk', realname: '李', orgCode: '', mustChange: false })
  store.set(tokenAtom, 'secret')
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Provider store={store}>
        <Live />
      </Provider>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('the socket connects to the address of the user with the token, and sends a heartbeat every twenty seconds', async () => {
  await wait(10)
  expect(last().url).toMatch(/^ws:\/\/.*\/websocket\/u%201$/)
  expect(last().protocols).toEqual(['secret'])
  last().opens()
  await wait(40_100)
  expect(last().sent).toEqual(['HeartBeat', 'HeartBeat'])
})

it('the socket reconnects five seconds after a break, once however many events arrive, and reports the gap', async () => {
  const heard: string[] = []
  const end = onLive(({ cmd }) => void heard.push(cmd))
  await wait(10)
  last().opens()
  await wait(6000)
  const broken = last()
  broken.breaks()
  broken.breaks()
  await wait(4900)
  expect(FakeSocket.made).toHaveLength(1)
  await wait(200)
  expect(FakeSocket.made).toHaveLength(2)
  expect(heard).toEqual([])
  last().opens()
  await wait(30_000)
  expect(FakeSocket.made).toHaveLength(2)
  expect(heard).toEqual(['menu', 'reopened'])
  end()
})

it('a page whose session was ended asks the server within two seconds, unless it signed out itself', async () => {
  const heard: string[] = []
  const end = onLive(({ cmd }) => void heard.push(cmd))
  await wait(10)
  last().opens()
  last().isClosed(1008)
  await wait(900)
  expect(heard).toEqual([])
  await wait(200)
  expect(heard).toEqual(['menu'])
  await wait(6000)
  last().opens()
  heard.splice(0)
  last().isClosed(1008)
  act(() => store.set(tokenAtom, null))
  await wait(3000)
  expect(heard).toEqual([])
  end()
})
