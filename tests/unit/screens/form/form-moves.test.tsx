// @vitest-environment jsdom
import { act, cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emitLive } from '#runtime/data/live.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'
import { button, record, sent } from './open-form.tsx'

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ask = { key: 'note', title: '驳回意见', required: true }
const reject = { code: 'reject', title: '驳回', from: ['待审核'], to: '已驳回', ask }
const shelf = {
  ...book,
  flow: { ...book.flow, moves: [...(book.flow?.moves ?? []), reject] },
  actions: { row: ['edit', 'audit', 'unaudit', 'reject'] },
} as ScreenDocument

function open(can: (code: string) => boolean = () => true, mode: 'add' | 'edit' = 'edit') {
  const answers: Record<string, unknown> = { '/resource/catalog/book/queryById': record }
  const http = fakeHttp(answers)
  const onSaved = vi.fn()
  const runtime = buildRuntime(http, { can })
  const host = (
    <FormHost
      screen={shelf}
      mode={mode}
      id={mode === 'add' ? undefined : '7'}
      onClose={() => {}}
      onSaved={onSaved}
    />
  )
  const moveTo = (state: string, rev = 4) => {
    answers['/resource/catalog/book/queryById'] = { ...record, rev, state }
  }
  return { http, onSaved, answers, moveTo, notify: vi.mocked(runtime.notify), ...draw(host, runtime) }
}

it('an opened record offers the moves of its state that the user may make', async () => {
  open((code) => code !== 'book:reject')
  expect(await page.findByRole('button', { name: '审核' })).toBeTruthy()
  expect(page.queryByRole('button', { name: '驳回' })).toBeNull()
  expect(page.queryByRole('button', { name: '反审核' })).toBeNull()
})

it('a move stores the changes first, and the form continues with the moved record and the focus', async () => {
  const { http, onSaved, moveTo } = open()
  await userEvent.type(await page.findByLabelText('书名'), '补')
  http.send.mockImplementation(async (_method: string, url: string) => {
    if (url.includes('/move/')) moveTo('已审核')
    return { result: { ...record, rev: 4, name: '会稽志补' }, message: '好了' }
  })
  await userEvent.click(button('审核'))
  await userEvent.click(await page.findByRole('button', { name: '确定' }))
  expect(await page.findByRole('button', { name: '反审核' })).toBeTruthy()
  expect(sent(http, 0)).toMatchObject({ method: 'PUT', body: { name: '会稽志补' } })
  expect(http.send.mock.calls[1]?.slice(0, 3)).toEqual([
    'POST',
    '/resource/catalog/book/move/audit',
    { ids: '7' },
  ])
  expect(onSaved).toHaveBeenCalledTimes(1)
  expect(page.queryByRole('button', { name: '保存' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(button('关闭')))
})

it.each([true, false])(
  'a move of a new record stores it once, also when it is refused: %s',
  async (isRefused) => {
    const { http, onSaved, moveTo } = open(undefined, 'add')
    await userEvent.type(await page.findByLabelText('编号'), 'K7')
    await userEvent.type(page.getByLabelText('书名'), '会稽志')
    http.send.mockImplementation(async (_method: string, url: string) => {
      moveTo(url.includes('/move/') ? '已审核' : '待审核')
      if (url.includes('/move/') && isRefused) throw appError('BUSINESS', { text: '没有行' })
      return { result: { ...record, name: '会稽志' }, message: '好了' }
    })
    for (const name of ['反审核', '驳回']) expect(page.queryByRole('button', { name })).toBeNull()
    await userEvent.click(button('审核'))
    expect(await page.findByText(/单据会先保存。/)).toBeTruthy()
    await userEvent.click(await page.findByRole('button', { name: '确定' }))
    await waitFor(() => expect(http.send).toHaveBeenCalledTimes(2))
    expect(sent(http, 0)).toMatchObject({ method: 'POST', body: { name: '会稽志' } })
    expect(http.send.mock.calls[1]?.slice(1, 3)).toEqual(['/resource/catalog/book/move/audit', { ids: '7' }])
    expect(await page.findByRole('button', { name: isRefused ? '保存' : '反审核' })).toBeTruthy()
    expect(onSaved).toHaveBeenCalled()
    if (!isRefused) return
    // The record exists: what is saved now is an edit of it.
    await userEvent.type(page.getByLabelText('书名'), '补')
    await userEvent.click(button('保存'))
    await waitFor(() => expect(sent(http, 2)).toMatchObject({ method: 'PUT', body: { id: '7' } }))
  },
)

it('the form shows its record again as it was when the move is undone from the notice', async () => {
  const { http, moveTo, notify } = open()
  http.send.mockImplementation(async (_method: string, url: string) => {
    moveTo(url.endsWith('/undo') ? '待审核' : '已审核', url.endsWith('/undo') ? 5 : 4)
    return { result: { undo: 'u1' }, message: '好了' }
  })
  await userEvent.click(await page.findByRole('button', { name: '审核' }))
  await userEvent.click(await page.findByRole('button', { name: '确定' }))
  expect(await page.findByRole('button', { name: '反审核' })).toBeTruthy()
  const action = notify.mock.calls.find(([, , offered]) => offered)?.[2]
  await act(async () => action?.run())
  expect(await page.findByRole('button', { name: '保存' })).toBeTruthy()
  expect(page.queryByRole('button', { name: '反审核' })).toBeNull()
})

it('typed input stays when the undo of an operation changes other values of the record', async () => {
  const { answers } = open()
  await userEvent.type(await page.findByLabelText('书名'), '补')
  answers['/resource/catalog/book/queryById'] = { ...record, rev: 4, no: 'K8' }
  await act(async () => emitLive({ cmd: 'undone', screen: 'catalog/book' }))
  await waitFor(() => expect(page.getByLabelText<HTMLInputElement>('编号').value).toBe('K8'))
  expect(page.getByLabelText<HTMLInputElement>('书名').value).toBe('会稽志补')
  expect(page.getByText('已撤销，已与您的修改合并')).toBeTruthy()
})

it('a move that asks sends the answer, and waits while a required answer is missing', async () => {
  const { http } = open()
  await userEvent.click(await page.findByRole('button', { name: '驳回' }))
  const text = await page.findByRole('textbox', { name: '驳回意见' })
  const confirm = () => page.getAllByRole<HTMLButtonElement>('button', { name: '驳回' }).at(-1)
  expect(confirm()?.disabled).toBe(true)
  await userEvent.type(text, '缺页')
  await userEvent.click(confirm() as HTMLElement)
  await waitFor(() => expect(http.send).toHaveBeenCalled())
  expect(http.send.mock.calls[0]?.slice(1, 3)).toEqual([
    '/resource/catalog/book/move/reject',
    { ids: '7', answer: '缺页' },
  ])
})

const confirm = () => page.getAllByRole<HTMLButtonElement>('button', { name: '驳回' }).at(-1) as HTMLElement

it('a refused move keeps the typed answer, which is sent again', async () => {
  const { http, moveTo } = open()
  http.send.mockRejectedValueOnce(appError('BUSINESS', { text: '网络中断' }))
  await userEvent.click(await page.findByRole('button', { name: '驳回' }))
  await userEvent.type(await page.findByRole('textbox', { name: '驳回意见' }), '缺页')
  expect(hasUnsaved()).toBe(true)
  await userEvent.click(confirm())
  expect(await page.findByText(/写的内容还在/)).toBeTruthy()
  expect(page.getByRole<HTMLTextAreaElement>('textbox', { name: '驳回意见' }).value).toBe('缺页')
  http.send.mockImplementation(async () => {
    moveTo('已驳回')
    return { result: record, message: '好了' }
  })
  await userEvent.click(confirm())
  await waitFor(() => expect(page.queryByRole('textbox', { name: '驳回意见' })).toBeNull())
  expect(http.send.mock.calls.map(([, , body]) => body)).toEqual([
    { ids: '7', answer: '缺页' },
    { ids: '7', answer: '缺页' },
  ])
  expect(hasUnsaved()).toBe(false)
})

it('the answer of a move is asked for when the fields are in order', async () => {
  open()
  await userEvent.clear(await page.findByLabelText('书名'))
  await userEvent.click(button('驳回'))
  expect(await page.findByText('请输入书名')).toBeTruthy()
  expect(page.queryByRole('textbox', { name: '驳回意见' })).toBeNull()
  await userEvent.type(page.getByLabelText('书名'), '会稽志')
  await userEvent.click(button('驳回'))
  expect(await page.findByRole('textbox', { name: '驳回意见' })).toBeTruthy()
})
