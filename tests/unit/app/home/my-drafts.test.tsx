// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { MyWork } from '#app/home/MyWork.tsx'
import { dropDraft, listDrafts } from '#runtime/host/drafts.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { buildRuntime, draw, fakeHttp } from '../../screens/support.tsx'

vi.mock('#runtime/host/drafts.ts')
afterEach(cleanup)

it('a draft is given up after a question only', async () => {
  const place = { name: ' stock/in-bill add', form: 'f' }
  vi.mocked(listDrafts).mockResolvedValue([{ place, savedAt: 1 }])
  const bills = {
    id: 'stock/in-bill',
    title: '入库单',
    kind: 'screen',
    rev: '1',
    components: [],
    path: '/bills',
  }
  const block = { type: 'text', title: '我的工作', text: '没有' } as unknown as Block<'text'>
  draw(<MyWork block={block} />, buildRuntime(fakeHttp({ '/schema/index': [bills] })))
  await userEvent.click(await page.findByRole('button', { name: '放弃草稿：入库单' }))
  expect(await page.findByRole('dialog', { name: '放弃「入库单」没有保存的内容？' })).toBeTruthy()
  await userEvent.click(page.getByRole('button', { name: /保\s*留/ }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(dropDraft).not.toHaveBeenCalled()
  vi.mocked(dropDraft).mockImplementation(async () => void vi.mocked(listDrafts).mockResolvedValue([]))
  await userEvent.click(page.getByRole('button', { name: '放弃草稿：入库单' }))
  await userEvent.click(await page.findByRole('button', { name: /放\s*弃$/ }))
  await waitFor(() => expect(page.queryByRole('button', { name: '放弃草稿：入库单' })).toBeNull())
  expect(dropDraft).toHaveBeenCalledExactlyOnceWith(place)
})
