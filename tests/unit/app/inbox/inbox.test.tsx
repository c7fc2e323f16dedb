// @vitest-environment jsdom
import { act, cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { Inbox } from '#app/inbox/Inbox.tsx'
import { emitLive } from '#runtime/data/live.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../../screens/support.tsx'

const ask = { key: 'note', title: '驳回意见', required: true }
const bill = {
  ...book,
  id: 'stock/bill',
  title: '单据',
  perm: 'bill',
  flow: {
    ...book.flow,
    moves: [
      ...(book.flow?.moves ?? []),
      { code: 'reject', title: '驳回', from: ['待审核'], to: '已驳回', ask },
    ],
  },
  actions: { row: ['audit', 'unaudit', 'reject'] },
} as ScreenDocument
const block = {
  type: 'entries',
  widget: 'inbox',
  sources: [
    { screen: 'stock/bill', query: { state: '待审核' }, text: 'no', note: ['name'], needs: 'bill:audit' },
    { screen: 'stock/bill', title: '别的', text: 'no', needs: 'hidden' },
  ],
  empty: '有新的单据要审核时会列在这里',
} as unknown as Block<'entries'>

const Where = () => <output data-testid="where">{decodeURIComponent(useLocation().search)}</output>
const where = () => page.getByTestId('where').textContent

/** Three waiting bills; a move takes the moved one out, an undo puts it back. */
function open({ at = '/', narrow = false, ids = ['1', '2', '3'], listed = Number.POSITIVE_INFINITY } = {}) {
  fakeWindow(narrow)
  const states = new Map(ids.map((id) => [id, '待审核']))
  const buildRecord = (id: string) => ({
    kind: null,
    price: null,
    note: null,
    id,
    rev: 1,
    no: `RK${id}`,
    name: `书${id}`,
    state: states.get(id) ?? '已审核',
  })
  const http = fakeHttp({})
  http.get.mockImplementation(async (url: string, params: { id?: string } = {}) => {
    if (url === '/schema/index')
      return [{ id: 'stock/bill', title: '单据', kind: 'screen', rev: '1', components: [], path: '/bills' }]
    if (url.endsWith('/list')) {
      const waiting = ids.filter((id) => states.get(id) === '待审核').map(buildRecord)
      return { records: waiting.slice(0, listed), total: waiting.length }
    }
    if (url.endsWith('/queryById')) return buildRecord(String(params.id))
    if (url.endsWith('/moves')) return { author: '', createTime: '', moves: [] }
    return url.startsWith('/sys/comment') ? { records: [], total: 0 } : []
  })
  http.send.mockImplementation(async (_method: string, url: string, { ids: id }: { ids: string }) => {
    states.set(id, url.endsWith('reject') ? '已驳回' : '已审核')
    return { message: '好了', result: { undo: 'u1' } }
  })
  const notify = vi.fn()
  const runtime = buildRuntime(http, {
    notify,
    types: fieldTypes,
    can: (code) => code !== 'hidden',
    loadScreen: async () => bill,
  })
  draw(
    <>
      <Inbox block={block} />
      <Where />
    </>,
    runtime,
    at,
  )
  return { http, notify, states }
}
const list = () => page.findByRole('navigation', { name: '待办' })
const entries = async () =>
  (await within(await list()).findAllByRole('button')).map(({ textContent }) => textContent)
const isOpen = (id: string) =>
  waitFor(() =>
    expect(document.querySelector('.app-inbox-bill .pro-item[data-key="name"]')?.textContent).toContain(
      `书${id}`,
    ),
  )

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('the inbox opens its first record and walks with J and K', async () => {
  open()
  await isOpen('1')
  expect(await entries()).toEqual(['单据 RK1书1', '单据 RK2书2', '单据 RK3书3'])
  expect(page.getByText('第 1 项，共 3 项')).toBeTruthy()
  await userEvent.keyboard('j')
  await isOpen('2')
  expect(where()).toBe('?bill=stock/bill:2')
  await userEvent.keyboard('J')
  await isOpen('3')
  await userEvent.keyboard('j')
  await isOpen('3')
  await userEvent.keyboard('k')
  await isOpen('2')
  expect(
    within(await list())
      .getByRole('button', { name: /RK2/ })
      .getAttribute('aria-current'),
  ).toBe('true')
})

it('A moves after the question, the next record opens by itself, and an undo only brings the record back', async () => {
  const { http, notify, states } = open()
  await isOpen('1')
  await page.findByRole('button', { name: '审核' })
  await userEvent.keyboard('a')
  await userEvent.click(await page.findByRole('button', { name: '确定' }))
  await isOpen('2')
  expect(http.send.mock.calls[0]?.slice(0, 3)).toEqual([
    'POST',
    '/resource/stock/bill/move/audit',
    { ids: '1' },
  ])
  await waitFor(async () => expect(await entries()).toEqual(['单据 RK2书2', '单据 RK3书3']))
  const undo = notify.mock.calls.at(-1)?.[2] as { title: string; run(): Promise<void> }
  expect(undo.title).toBe('撤销')
  states.set('1', '待审核')
  http.send.mockResolvedValueOnce({ message: '已撤销', result: null })
  await act(() => undo.run())
  await waitFor(async () => expect(await entries()).toHaveLength(3))
  await isOpen('2')
})

it('R asks for the opinion of the move before it rejects', async () => {
  const { http } = open({ ids: ['1'] })
  await isOpen('1')
  await page.findByRole('button', { name: '驳回' })
  await userEvent.keyboard('r')
  const opinion = await page.findByLabelText(/驳回意见/)
  // The letters of the walk are letters here.
  await userEvent.type(opinion, 'jka')
  await userEvent.click(
    within(opinion.closest<HTMLElement>('[role="dialog"]') as HTMLElement).getByRole('button', {
      name: '驳回',
    }),
  )
  expect(await page.findByText('没有待办')).toBeTruthy()
  expect(http.send.mock.calls[0]?.slice(0, 3)).toEqual([
    'POST',
    '/resource/stock/bill/move/reject',
    { ids: '1', answer: 'jka' },
  ])
})

it('a refused move leaves the record open with the reason', async () => {
  const { http, notify } = open()
  await isOpen('1')
  http.send.mockRejectedValueOnce(appError('BUSINESS', { text: '库存不足' }))
  await userEvent.click(await page.findByRole('button', { name: '审核' }))
  await userEvent.click(await page.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(notify.mock.calls.flat()).toContain('库存不足'))
  await isOpen('1')
  expect(await entries()).toHaveLength(3)
})

it('the address opens a record of the inbox, and one that waits no longer', async () => {
  open({ at: '/?bill=stock/bill:3' })
  await isOpen('3')
  cleanup()
  open({ at: '/?bill=stock/bill:9' })
  await isOpen('9')
  expect(page.getByText('已不在待办里')).toBeTruthy()
  await userEvent.keyboard('a')
  expect(page.queryByRole('dialog')).toBeNull()
})

it('a record beyond the listed ones is not called done', async () => {
  open({ at: '/?bill=stock/bill:3', listed: 2 })
  await isOpen('3')
  expect(await page.findByText('不在先列的 2 项里')).toBeTruthy()
  expect(page.getByText('先列 2 项，办完再列其余 1 项')).toBeTruthy()
})

it('on a phone the list comes first and the record has a way back', async () => {
  open({ narrow: true })
  expect(await entries()).toHaveLength(3)
  expect(page.queryByRole('region', { name: '待办的单据' })).toBeNull()
  await userEvent.click(within(await list()).getByRole('button', { name: /RK2/ }))
  await isOpen('2')
  expect(page.queryByRole('navigation', { name: '待办' })).toBeNull()
  await userEvent.click(page.getByRole('button', { name: '返回' }))
  expect(await entries()).toHaveLength(3)
})

it('the inbox says that nothing waits, and follows the changes of others', async () => {
  const { states } = open({ ids: ['1'] })
  await isOpen('1')
  states.clear()
  act(() => emitLive({ cmd: 'changed' }))
  expect(await page.findByText('没有待办')).toBeTruthy()
  expect(page.getByText('有新的单据要审核时会列在这里')).toBeTruthy()
})

it('the first record stays open while others change the list, and the next one follows its own end', async () => {
  const { states } = open()
  await isOpen('1')
  states.set('1', '已审核')
  act(() => emitLive({ cmd: 'changed' }))
  await waitFor(async () => expect(await entries()).toEqual(['单据 RK2书2', '单据 RK3书3']))
  await isOpen('1')
  expect(page.getByText('已不在待办里')).toBeTruthy()
  await userEvent.keyboard('j')
  await isOpen('2')
})

it('a list that cannot be read is no empty list', async () => {
  const { http } = open({ ids: [] })
  expect(await page.findByText('没有待办')).toBeTruthy()
  http.get.mockRejectedValue(appError('BUSINESS', { text: '系统繁忙' }))
  cleanup()
  const again = open({ ids: [] })
  again.http.get.mockImplementation(async (url: string) => {
    if (url.endsWith('/list')) throw appError('BUSINESS', { text: '系统繁忙' })
    return []
  })
  expect(await page.findByText('系统繁忙')).toBeTruthy()
  expect(page.queryByText('没有待办')).toBeNull()
})
