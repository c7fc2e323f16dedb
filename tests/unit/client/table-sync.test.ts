// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTableSync } from '#client/live/table-sync.ts'
import { store, tokenAtom, userAtom } from '#client/session/state.ts'

class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static made: FakeSocket[] = []
  readyState = 0
  sent: { type: string; data: { args?: unknown[] } }[] = []
  binaryType = 'blob'
  closed = false
  constructor(
    readonly url: string,
    readonly protocols: unknown,
  ) {
    super()
    FakeSocket.made.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.closed = true
  }
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  breaks(code = 1006) {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
  says(type: string, data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type, data }) }))
  }
  /** The server admits the page to its room. */
  admits() {
    this.says('common_send_date', { key: 'subscribed', args: ['items:9'], page: 'own' })
  }
  of(type: string) {
    return this.sent.filter((frame) => frame.type === type)
  }
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const last = () => FakeSocket.made.at(-1) as FakeSocket
const listener = () => ({ onRow: vi.fn(), onJoined: vi.fn() })

beforeEach(() => {
  vi.useFakeTimers()
  // The middle of the random range: exactly five seconds.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.made = []
  store.set(userAtom, { id: 'u 1', username: 'clerk', realname: '李', orgCode: '', mustChange: false })
  store.set(tokenAtom, 'secret')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function joined() {
  const sync = createTableSync()
  const heard = listener()
  const leave = sync.join('items:9', heard)
  await wait(10)
  last().opens()
  return { sync, heard, leave }
}

it('the table sync sends a heartbeat every ten seconds, and reconnects five seconds after six without an answer', async () => {
  await joined()
  expect(last().url).toMatch(/^ws:\/\/.*\/vxeSocket\/u%201\/[0-9a-f]+$/)
  await wait(10_000)
  expect(last().of('heart_beat')).toHaveLength(1)
  last().says('heart_beat', true)
  await wait(20_900)
  expect(FakeSocket.made).toHaveLength(1)
  expect(last().of('heart_beat')).toHaveLength(2)
  await wait(200)
  expect(FakeSocket.made).toHaveLength(2)
})

it('the table sync reconnects five seconds after a cut, with the current token, and joins its rooms again', async () => {
  await joined()
  store.set(tokenAtom, 'renewed')
  last().breaks()
  await wait(4800)
  expect(FakeSocket.made).toHaveLength(1)
  await wait(400)
  expect(FakeSocket.made).toHaveLength(2)
  expect(last().protocols).toEqual(['renewed'])
  last().opens()
  expect(last().of('subscribe')).toEqual([{ type: 'subscribe', data: { socketKey: 'items:9' } }])
})

it('the table sync reconnects after more than a minute when the server has too many sockets, and then after five seconds again', async () => {
  await joined()
  last().breaks(1013)
  await wait(64_000)
  expect(FakeSocket.made).toHaveLength(1)
  await wait(2000)
  expect(FakeSocket.made).toHaveLength(2)
  last().breaks()
  await wait(5200)
  expect(FakeSocket.made).toHaveLength(3)
})

it.each([
  [0.1, 1000],
  [0.999, 9990],
])('the pages of a server that restarts come back spread over ten seconds (%d)', async (random, delay) => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  await joined()
  last().breaks(1012)
  await wait(delay - 200)
  expect(FakeSocket.made).toHaveLength(1)
  await wait(400)
  expect(FakeSocket.made).toHaveLength(2)
})

it('the table sync sends changes of the disconnected time after it is admitted again, each row once in its current state', async () => {
  const { sync } = await joined()
  last().admits()
  last().breaks()
  sync.send('items:9', { id: 'a', fnum: 1 })
  sync.send('items:9', { id: 'a', fnum: 2, fprice: 3 })
  await wait(5200)
  last().opens()
  expect(last().of('update_vxe_table')).toHaveLength(0)
  last().admits()
  expect(last().of('update_vxe_table')).toMatchObject([
    { data: { socketKey: 'items:9', args: [{ id: 'a', fnum: 2, fprice: 3 }, expect.any(String)] } },
  ])
})

it('the table sync sends a thousand rows within the server’s limit, and the last ones before it leaves', async () => {
  const { sync, leave } = await joined()
  last().admits()
  for (let at = 0; at < 100; at += 1) sync.send('items:9', { id: `r${at}`, fnum: at })
  let before = 0
  leave()
  for (let second = 0; second < 5; second += 1) {
    const now = last().sent.length
    expect(now - before).toBeLessThan(30)
    before = now
    await wait(1000)
  }
  expect(last().of('update_vxe_table')).toHaveLength(100)
  await wait(1000)
  expect(last().closed).toBe(true)
})

it('the table sync passes rows and joins of other pages to a table, and drops its own frames and unreadable ones', async () => {
  const { sync, heard } = await joined()
  last().admits()
  sync.send('items:9', { id: 'a', fnum: 1 })
  const { args } = last().of('update_vxe_table')[0]?.data ?? { args: [] }
  const own = args?.[1]
  last().says('update_vxe_table', { socketKey: 'items:9', args: [{ id: 'a', fnum: 1 }, own] })
  last().says('update_vxe_table', { socketKey: 'items:9', args: [null, 'x'] })
  last().says('update_vxe_table', { socketKey: 'other:9', args: [{ id: 'a' }, 'x'] })
  last().dispatchEvent(new MessageEvent('message', { data: '{"type":' }))
  expect(heard.onRow).not.toHaveBeenCalled()
  last().says('update_vxe_table', { socketKey: 'items:9', args: [{ id: 'b', fnum: 7 }, 'x'] })
  expect(heard.onRow.mock.calls).toEqual([
    [
      { id: 'b', fnum: 7 },
      { page: 'x', name: '他人' },
    ],
  ])
  last().says('common_send_date', { key: 'joined', args: ['items:9'] })
  expect(heard.onJoined).toHaveBeenCalledTimes(1)
})

it('the table sync reports the other pages of a room, their leaving and the saves of the record', async () => {
  const sync = createTableSync()
  const [onPeople, onLeft, onNotice] = [vi.fn(), vi.fn(), vi.fn()]
  sync.join('items:9', { onPeople, onLeft, onNotice })
  await wait(10)
  last().opens()
  last().admits()
  const other = { page: 'p1', name: '李文澜' }
  last().says('record_pages', { socketKey: 'items:9', args: [{ page: 'own', name: '我' }, other, other] })
  expect(onPeople.mock.lastCall).toEqual([[other]])
  const sender = { page: 'p2', name: '王' }
  last().says('update_vxe_table', { socketKey: 'items:9', args: [{ id: 'b' }, 'x'], sender })
  expect(onPeople.mock.lastCall).toEqual([[other, sender]])
  last().says('record_page_left', { socketKey: 'items:9', args: ['p1'] })
  expect(onLeft.mock.calls).toEqual([['p1']])
  expect(onPeople.mock.lastCall).toEqual([[sender]])
  last().says('record_notice', { socketKey: 'items:9', args: [{ type: 'saved', rev: 4, name: '王' }] })
  expect(onNotice.mock.calls).toEqual([[{ type: 'saved', rev: 4, name: '王' }]])
  // Pages that left during a gap are not announced: after it only the named ones count.
  last().breaks()
  await wait(5200)
  last().opens()
  last().admits()
  expect(onPeople.mock.lastCall).toEqual([[]])
})

it('the table sync leaves the room of a closed form while another form is open', async () => {
  const { sync, leave } = await joined()
  last().admits()
  sync.join('other:9', {})
  leave()
  expect(last().of('unsubscribe')).toEqual([{ type: 'unsubscribe', data: { socketKey: 'items:9' } }])
  expect(last().closed).toBe(false)
})
