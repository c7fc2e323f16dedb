// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SyncListener } from '#runtime/data/table-sync.ts'
import { dropDraft, loadDraft, saveDraft } from '#runtime/host/drafts.ts'
import { saveLastDraft } from '#runtime/host/last-draft.ts'
import type { DraftAddress } from '#runtime/host/stored-draft.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { Draft } from '#runtime/record/rows/rebase.ts'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'
import { noMoves } from './open-form.tsx'

vi.mock('#runtime/host/drafts.ts')
vi.mock('#runtime/host/last-draft.ts')

const record = { id: '7', rev: 3, no: 'K7', name: '会稽志', kind: '府志', state: '待审核', note: '附注' }
const place: DraftAddress = { name: 'old', form: 'old' }
const kept = vi.mocked(saveDraft)

const open = (mode: 'add' | 'edit', defaults?: Record<string, unknown>, over = {}) => {
  const http = fakeHttp({ '/resource/catalog/book/queryById': record })
  const runtime = buildRuntime(http, over)
  const onClose = vi.fn()
  const id = mode === 'edit' ? '7' : undefined
  const form = (
    <FormHost screen={book} mode={mode} id={id} defaults={defaults} onClose={onClose} onSaved={vi.fn()} />
  )
  draw(form, runtime)
  return { http, runtime, onClose }
}
const button = (name: string) => page.getByRole('button', { name })
const lastKept = () => kept.mock.calls.at(-1) as unknown as [DraftAddress, Draft, boolean]

beforeEach(() => {
  fakeWindow()
  vi.mocked(loadDraft).mockResolvedValue(null)
  kept.mockResolvedValue(true)
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

it('a draft is stored under user, screen, record and initial values, also after 保存并新增', async () => {
  const { http } = open('add', { kind: '县志' })
  await userEvent.type(await page.findByLabelText('编号'), 'K1')
  await userEvent.type(page.getByLabelText('书名'), '通志')
  await waitFor(() => expect(kept).toHaveBeenCalled())
  await page.findByText(/^草稿已自动保存 \d\d:\d\d$/)
  expect(lastKept()[0].name).toMatch(/ catalog\/book add \{"kind":"县志"\}$/)
  await userEvent.click(button('保存并新增'))
  await waitFor(() => expect(http.send).toHaveBeenCalled())
  await waitFor(() => expect(dropDraft).toHaveBeenCalled())
  expect(page.queryByText(/^草稿已自动保存/)).toBeNull()
  kept.mockClear()
  await userEvent.type(page.getByLabelText('编号'), 'K2')
  await waitFor(() => expect(kept).toHaveBeenCalled())
})

it('a draft contains a request without an answer, so that it is not repeated under another key after a crash', async () => {
  const { http, onClose } = open('add')
  http.send.mockRejectedValueOnce(appError('NETWORK'))
  await userEvent.type(await page.findByLabelText('编号'), 'K1')
  await userEvent.type(page.getByLabelText('书名'), '通志')
  await userEvent.click(button('保存'))
  await waitFor(() => expect(lastKept()?.[1].attempt).toBeTruthy())
  const draft = structuredClone(lastKept()[1])
  const [, , body, options] = http.send.mock.calls[0] as unknown[]
  cleanup()
  expect(onClose).not.toHaveBeenCalled()

  vi.mocked(loadDraft).mockResolvedValueOnce({ place, draft })
  const again = open('add')
  await userEvent.click(await page.findByRole('button', { name: /^恢\s*复$/ }))
  await waitFor(() => expect(page.getByLabelText('书名')).toHaveProperty('value', '通志'))
  await userEvent.click(button('保存'))
  await waitFor(() => expect(again.onClose).toHaveBeenCalled())
  expect(again.http.send).toHaveBeenCalledTimes(1)
  expect((again.http.send.mock.calls[0] as unknown[]).slice(2)).toEqual([body, options])
  expect(dropDraft).toHaveBeenCalledWith(place)
})

it('a draft is not stored while a merge conflict is open, and is removed by a save without changes', async () => {
  const { http, onClose } = open('edit')
  const theirs = { ...record, rev: 4, name: '别人的' }
  http.send.mockRejectedValueOnce(appError('STALE', { result: { current: theirs } }))
  await userEvent.type(await page.findByLabelText('书名'), '补')
  await waitFor(() => expect(kept).toHaveBeenCalled())
  await userEvent.click(button('保存'))
  await page.findByText('我的：会稽志补')
  kept.mockClear()
  // A page that is hidden stores its draft at once.
  fireEvent(document, new Event('visibilitychange'))
  expect(kept).not.toHaveBeenCalled()
  expect(dropDraft).not.toHaveBeenCalled()
  await userEvent.click(button('书名 用对方的'))
  await userEvent.click(button('保存'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(dropDraft).toHaveBeenCalled()
  expect(http.send).toHaveBeenCalledTimes(1)
})

it('a draft with values of a removed field lists those values and restores the others', async () => {
  const head = (key: string, after: string) =>
    ({ scope: '', step: key, commands: [{ kind: 'head', key, before: null, after }] }) as const
  const entries = [head('shelf', '甲架'), head('note', '续附注')]
  const draft = { record, entries, savedAt: 0, fields: { shelf: { title: '架号', type: 'input' } } }
  vi.mocked(loadDraft).mockResolvedValueOnce({ place, draft })
  open('edit')
  await userEvent.click(await page.findByRole('button', { name: /^恢\s*复$/ }))
  expect(await page.findByText('界面已更新，下列已填内容没有了位置，请自行抄存')).toBeTruthy()
  expect(page.getByText('架号').nextElementSibling?.textContent).toBe('甲架')
  expect(page.getByDisplayValue('续附注')).toBeTruthy()
})

it('a draft restored after another user saved is sent with the revision that the form shows', async () => {
  const note = { kind: 'head', key: 'note', before: '附注', after: '续' } as const
  const draft = { record, entries: [{ scope: '', step: 'note', commands: [note] }], savedAt: 0 }
  vi.mocked(loadDraft).mockResolvedValueOnce({ place, draft })
  let listener: SyncListener = {}
  const join = (_room: string, joined: SyncListener) => {
    listener = joined
    return () => undefined
  }
  const { http } = open('edit', undefined, { tableSync: { join, send: () => {} } })
  const restore = await page.findByRole('button', { name: /^恢\s*复$/ })
  const theirs = { ...record, rev: 4, name: '新会稽志' }
  http.get.mockImplementation(async (url: string) => (url.endsWith('/queryById') ? theirs : noMoves))
  await act(async () => listener.onNotice?.({ type: 'saved', rev: 4, name: '王' }))
  await waitFor(() => expect(page.getByLabelText('书名')).toHaveProperty('value', '新会稽志'))
  await userEvent.click(restore)
  expect(await page.findByDisplayValue('续')).toBeTruthy()
  expect(page.getByLabelText('书名')).toHaveProperty('value', '新会稽志')
  await userEvent.click(button('保存'))
  await waitFor(() => expect(http.send).toHaveBeenCalled())
  const [, , body] = http.send.mock.calls[0] as unknown[]
  expect(body).toEqual({ id: '7', rev: 4, note: '续' })
})

it('a draft that the browser cannot store causes one warning', async () => {
  kept.mockResolvedValue(false)
  const { runtime } = open('edit')
  await userEvent.type(await page.findByLabelText('书名'), '补')
  await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('warning', expect.stringMatching('草稿')))
})

it('input of the last moment is stored at once when the page ends', async () => {
  open('edit')
  const name = await page.findByLabelText('书名')
  // Another form was asked for its draft by now, so this one may write.
  await waitFor(() => expect(loadDraft).toHaveBeenCalled())
  await userEvent.type(name, '补')
  fireEvent(window, new Event('pagehide'))
  const [, draft] = vi.mocked(saveLastDraft).mock.lastCall as unknown as [DraftAddress, Draft]
  expect(JSON.stringify(draft.entries)).toContain('会稽志补')
})

it('a draft has the last key typed before its form ended without a word of the user', async () => {
  open('add')
  await userEvent.type(await page.findByLabelText('编号'), 'K1')
  await waitFor(() => expect(kept).toHaveBeenCalled())
  await userEvent.type(page.getByLabelText('编号'), '2')
  kept.mockClear()
  cleanup()
  await waitFor(() => expect(kept).toHaveBeenCalledTimes(1))
  expect(JSON.stringify(lastKept()[1].entries)).toContain('K12')
})
