// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ReviewPage } from '#designer/review/ReviewPage.tsx'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { buildRuntime, draw, fakeHttp } from '../../screens/support.tsx'

vi.mock('#designer/preview/Preview.tsx', () => ({ Preview: () => null }))

afterEach(cleanup)

const thread = {
  id: 'c1',
  threadId: null,
  path: ['title'],
  part: '名称',
  author: '李文澜',
  text: '名称太长',
  resolved: false,
  isGone: false,
  createTime: '2026-11-20 09:00:00',
}
const review = {
  id: 'r1',
  documentId: 'stock/in-bill',
  body: { title: '入库单' },
  base: null,
  changes: [{ path: ['title'], text: '名称' }],
  renames: [],
  comments: [thread],
  operation: null,
  state: 'open',
  author: '李文澜',
  reviewer: '沈墨',
  note: '',
  answer: '',
  isAuthor: false,
  isChanged: false,
}

function open() {
  const answers: Record<string, unknown> = { '/design/reviews/r1': review }
  const http = fakeHttp(answers)
  http.send.mockResolvedValue({ result: null, message: '已办' })
  draw(<ReviewPage id="r1" onClose={vi.fn()} onDesign={vi.fn()} />, buildRuntime(http))
  return { http, answers }
}
const write = async (text: string) => {
  await userEvent.click(await page.findByRole('button', { name: '对名称写意见' }))
  const box = page.getByRole('textbox', { name: '对名称的意见' })
  await userEvent.type(box, text)
  return box as HTMLTextAreaElement
}

it('a comment stays until it was sent, once, and counts as unsaved', async () => {
  const { http } = open()
  const box = await write('改短一点')
  expect(hasUnsaved()).toBe(true)
  http.send.mockRejectedValueOnce(appError('BUSINESS', { text: '网络不通' }))
  await userEvent.click(page.getByRole('button', { name: '发出' }))
  expect(box.value).toBe('改短一点')
  let answer: (value: unknown) => void = () => undefined
  http.send.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)) as never)
  await userEvent.click(await page.findByRole('button', { name: '发出' }))
  await userEvent.click(page.getByRole('button', { name: /发出/ }))
  expect(http.send).toHaveBeenCalledTimes(2)
  answer({ result: null, message: '' })
  await waitFor(() => expect(page.queryByRole('textbox', { name: '对名称的意见' })).toBeNull())
  expect(hasUnsaved()).toBe(false)
})

it('a comment stays when a thread of its part is marked as resolved', async () => {
  const { http } = open()
  const box = await write('改短一点')
  await userEvent.click(page.getByRole('button', { name: '标为解决' }))
  await waitFor(() => expect(http.get).toHaveBeenCalledTimes(2))
  expect(box.isConnected).toBe(true)
  expect(box.value).toBe('改短一点')
})

it('a decision that fails, and a later read that fails, leave the page with its texts', async () => {
  const { http, answers } = open()
  const box = await write('改短一点')
  const reason = page.getByRole('textbox', { name: '结论的说明' }) as HTMLTextAreaElement
  await userEvent.type(reason, '先改名称')
  http.send.mockRejectedValueOnce(appError('BUSINESS', { text: '服务器没有回答' }))
  await userEvent.click(page.getByRole('button', { name: /退\s*回/ }))
  expect(within(await page.findByRole('alert')).getByText('服务器没有回答')).toBeTruthy()
  answers['/design/reviews/r1'] = appError('BUSINESS', { text: '服务器没有回答' })
  await userEvent.click(page.getByRole('button', { name: '标为解决' }))
  await waitFor(() => expect(http.get).toHaveBeenCalledTimes(2))
  expect([box.isConnected, box.value, reason.isConnected, reason.value]).toEqual([
    true,
    '改短一点',
    true,
    '先改名称',
  ])
})
