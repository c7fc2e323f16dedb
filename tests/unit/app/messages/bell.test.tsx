// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { Provider } from 'jotai'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Bell } from '#app/shell/messages/Bell.tsx'
import { permissionsAtom, store, userAtom } from '#client/session/state.ts'
import { emitLive } from '#runtime/data/live.ts'
import { appError } from '#runtime/kernel/errors.ts'
// The lazy parts, loaded before the clock is faked.
import '#app/shell/messages/MessagePanel.tsx'
import '#app/shell/messages/MessageDialogs.tsx'
import { standInMedia } from '../../window.ts'

const { renew, get, send } = vi.hoisted(() => ({ renew: vi.fn(), get: vi.fn(), send: vi.fn() }))
vi.mock('#client/session/http.ts', () => ({ http: { renew, get, send } }))

const notice = {
  id: 'n1',
  titile: '清点通知',
  sender: 'admin',
  sender_dictText: '系统管理员',
  sendTime: '2026-11-20 09:00:00',
  priority: 'H',
  msgContent: '<p>正文</p><img src=x onerror=alert(1)>',
  openType: null,
  openPage: null,
  busId: null,
}
const unread = (rows: object[], system: object[] = []) => ({
  anntMsgList: rows,
  anntMsgTotal: rows.length,
  sysMsgList: system,
  sysMsgTotal: system.length,
})
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** A lazy part loads independently of the faked clock. */
const until = (holds: () => void) => act(() => vi.waitFor(holds, { timeout: 20_000 }))
const polls = () => renew.mock.calls.length
const bell = () => screen.getByRole('button', { name: /^消息/ })
const Here = () => <output>{useLocation().pathname + useLocation().search}</output>
const here = () => screen.getAllByRole('status').at(-1)?.textContent

function draw() {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
  })
  render(
    <ConfigProvider theme={{ token: { motion: false } }} button={{ autoInsertSpace: false }}>
      <App>
        <QueryClientProvider client={client}>
          <Provider store={store}>
            <MemoryRouter>
              <Bell />
              <Here />
            </MemoryRouter>
          </Provider>
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  standInMedia()
  store.set(userAtom, { id: 'u1', username: 'clerk', realname: '李', orgCode: '', mustChange: false })
  renew.mockReset().mockResolvedValue({ tag: '"a"', result: unread([notice]) })
  get.mockReset().mockResolvedValue(notice)
  send.mockReset().mockResolvedValue({ result: null, message: '' })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the poll', () => {
  it('requests every six seconds with its tag, and keeps its data when nothing changed', async () => {
    draw()
    await wait(0)
    renew.mockResolvedValue(null)
    await wait(12_100)
    expect(polls()).toBe(3)
    expect(renew.mock.calls.map(([, tag]) => tag)).toEqual([null, '"a"', '"a"'])
    expect(bell().getAttribute('aria-label')).toBe('消息，1 条未读')
  })

  it('stops polling after a failure, and continues after a push, a reconnection and a focus', async () => {
    draw()
    await wait(0)
    const starts = [
      () => emitLive({ cmd: 'topic', msgId: 'x', msgTxt: '' }),
      () => emitLive({ cmd: 'reopened' }),
      () => fireEvent.click(bell()),
    ]
    for (const start of starts) {
      renew.mockRejectedValue(appError('NETWORK'))
      await wait(6100)
      const failed = polls()
      await wait(30_000)
      expect(polls()).toBe(failed)
      renew.mockResolvedValue(null)
      act(start)
      await wait(6100)
      expect(polls()).toBe(failed + 2)
    }
  })

  it('does not start before the first password has been changed', async () => {
    const user = { id: 'u1', username: 'clerk', realname: '李', orgCode: '' }
    store.set(userAtom, { ...user, mustChange: true })
    draw()
    await wait(13_000)
    expect(polls()).toBe(0)
    act(() => store.set(userAtom, { ...user, mustChange: false }))
    await wait(100)
    expect(polls()).toBe(1)
  })

  it('pauses while the page is hidden', async () => {
    draw()
    await wait(0)
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await wait(30_000)
    expect(polls()).toBe(1)
    seen.mockRestore()
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await wait(100)
    expect(polls()).toBe(2)
  })
})

describe('the panel', () => {
  it('shows both message types with counts, time and priority, and a link to all messages', async () => {
    const words = [
      ['L', '一般消息', 'processing'],
      ['M', '重要消息', 'warning'],
      ['H', '紧急消息', 'error'],
    ] as const
    const rows = words.map(([priority], at) => ({ ...notice, id: `n${at}`, titile: `第${at}件`, priority }))
    renew.mockResolvedValue({ tag: null, result: unread(rows) })
    draw()
    await wait(0)
    fireEvent.click(bell())
    await until(() => screen.getByRole('tab', { name: '通知(3)' }))
    const list = screen.getByRole('tabpanel')
    for (const [, text, color] of words)
      expect(within(list).getByText(text).className).toContain(`ant-tag-${color}`)
    expect(within(list).getAllByText('2026-11-20 09:00:00')).toHaveLength(3)
    fireEvent.click(screen.getByRole('tab', { name: '系统消息(0)' }))
    await wait(100)
    expect(screen.getByText('没有未读的消息')).toBeTruthy()
    fireEvent.click(screen.getByText('查看更多'))
    expect(here()).toBe('/isps/userAnnouncement')
  })

  it('opens the tab that has unread messages, with the focus on it', async () => {
    renew.mockResolvedValue({ tag: null, result: unread([], [notice]) })
    draw()
    await wait(0)
    fireEvent.click(bell())
    await until(() => expect(document.activeElement?.textContent).toContain('系统消息(1)'))
    expect(within(screen.getByRole('tabpanel')).getByText('清点通知')).toBeTruthy()
  })

  it('closes on Escape and returns the focus to the bell', async () => {
    draw()
    await wait(0)
    fireEvent.click(bell())
    await until(() => expect(document.activeElement?.getAttribute('role')).toBe('tab'))
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
    expect(document.activeElement).toBe(bell())
  })
})

describe('a message', () => {
  const open = async (message: object) => {
    get.mockImplementation(async (url: string) =>
      url === '/schema/index'
        ? [{ id: 'stock/in-bill', title: '入库单', kind: 'screen', rev: '1', components: ['bill/InBill'] }]
        : { ...notice, ...message },
    )
    draw()
    await wait(0)
    fireEvent.click(bell())
    await until(() => fireEvent.click(screen.getByRole('button', { name: /清点通知/ })))
    await wait(500)
  }

  it('is shown with publisher, time and cleaned text, counts as read, and refreshes the counts', async () => {
    await open({})
    await until(() => screen.getByText('正文'))
    const dialog = screen.getByRole('dialog')
    for (const text of ['通知消息', '发布人：系统管理员', '发布时间：2026-11-20 09:00:00', '正文', '关闭'])
      expect(within(dialog).getByText(text)).toBeTruthy()
    expect(dialog.querySelector('img')).toBeNull()
    expect((dialog as HTMLElement).style.width).toBe('60%')
    expect(send).toHaveBeenCalledWith('PUT', '/sys/sysAnnouncementSend/editByAnntIdAndUserId', {
      anntId: 'n1',
    })
    // At the start, when the panel opens, and after the message is marked as read.
    expect(polls()).toBe(3)
    fireEvent.click(within(dialog).getByRole('button', { name: '全屏' }))
    expect((dialog as HTMLElement).style.width).toBe('100%')
    expect(within(dialog).queryByText('去处理')).toBeNull()
  })

  it('opens its page on 去处理', async () => {
    await open({ openType: 'url', openPage: '/stock/in-bill?q=1' })
    await until(() => screen.getByText('正文'))
    fireEvent.click(screen.getByText('去处理'))
    expect(here()).toBe('/stock/in-bill?q=1')
  })

  it('offers no link to a script or to an address that only resembles this site', async () => {
    await open({ openType: 'url', openPage: 'javascript:alert(1)' })
    await until(() => screen.getByText('正文'))
    expect(screen.queryByText('去处理')).toBeNull()
  })

  it('with a component opens the record on its page', async () => {
    const node = { id: 'b', path: '/stock/in-bill', component: 'stock/in-bill', meta: { title: '入库单' } }
    store.set(permissionsAtom, { menu: [node], auth: [], allAuth: [] } as never)
    await open({ openType: 'component', openPage: 'bill/InBill', busId: '7' })
    await until(() => expect(here()).toBe('/stock/in-bill?form=detail&id=7'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('names an unknown component', async () => {
    await open({ openType: 'component', openPage: 'bpm/Gone', busId: '7' })
    await until(() => screen.getByText('bpm/Gone'))
  })

  it('is shown as a notice when it is pushed, and opens on a click', async () => {
    draw()
    await wait(0)
    act(() => emitLive({ cmd: 'user', userId: 'u1', msgId: 'n1', msgTxt: '给您的' }))
    await wait(100)
    fireEvent.click(screen.getByText('给您的'))
    await wait(500)
    await until(() => within(screen.getByRole('dialog')).getByText('正文'))
  })

  it('is not shown when the switch of its kind is off, and is shown for the other kind', async () => {
    get.mockResolvedValue({ userInfo: { notify: { announcement: false, system: true } } })
    draw()
    await wait(0)
    act(() => emitLive({ cmd: 'topic', msgId: 'n1', msgTxt: '一则通知', msgCategory: '1' }))
    act(() => emitLive({ cmd: 'user', userId: 'u1', msgId: 'n2', msgTxt: '一条系统消息', msgCategory: '2' }))
    await wait(500)
    expect([screen.queryByText('一则通知'), screen.queryAllByText('一条系统消息').length]).toEqual([null, 1])
    expect(get.mock.calls).toEqual([['/sys/user/getUserInfo']])
  })
})
