// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RestoredDraft } from '#designer/draft/RestoredDraft.tsx'
import type { OpenedSource } from '#designer/draft/unsent-draft.ts'
import { useDesign } from '#designer/draft/useDesign.ts'
import { LoadedSource } from '#designer/source/LoadedSource.tsx'
import { appError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { buildRuntime, draw, fakeHttp } from '../../screens/support.tsx'

const stored = new Map<string, unknown>()
vi.mock('idb-keyval', () => ({
  createStore: () => ({}),
  keys: async () => [...stored.keys()],
  entries: async () => [...stored],
  getMany: async (names: string[]) => names.map((name) => stored.get(name)),
  delMany: async (names: string[]) => names.forEach((name) => void stored.delete(name)),
  setMany: async (all: [string, unknown][]) => {
    for (const [name, value] of all) stored.set(name, structuredClone(value))
  },
}))

const shelf = { id: 'base/shelf', kind: 'screen', title: '书架', note: '', perm: 'shelf' }

const opened = { id: 'base/shelf', origin: 'file', revision: 0, pastedRows: 0, changes: [], conflicts: [] }

function Editor({ source }: { source: OpenedSource }) {
  const design = useDesign(source)
  const { document, state, session } = design
  const [failure, setFailure] = useState('')
  const input = (word: string) => (
    <input
      aria-label={word}
      value={String(document[word])}
      onChange={({ target }) => session.change({ ...document, [word]: target.value }, word)}
    />
  )
  return (
    <>
      <RestoredDraft design={design} />
      <output>{`${state.kind} ${failure}`}</output>
      <button
        type="button"
        onClick={() => void session.release('').catch((error) => setFailure(String(error)))}
      >
        发布
      </button>
      <button
        type="button"
        onClick={() => void session.discard(false).catch((error) => setFailure(String(error)))}
      >
        放弃
      </button>
      {input('title')}
      {input('note')}
    </>
  )
}

interface Stored {
  base: JsonObject | null
  body: JsonObject
  version: string
}

/** What the server has, and whether its answers are lost on the way. */
const server = {
  current: shelf as JsonObject | null,
  draft: null as Stored | null,
  losesAnswers: false,
  isUnchecked: false,
}
const storedElsewhere = (body: JsonObject) => {
  server.draft = { base: shelf, body, version: 'elsewhere' }
}

const refusal = (reason: string) => {
  const { current, draft } = server
  return appError('BUSINESS', { reason, text: reason, result: { current, draft } })
}

/** A page of a user; `isOnline` false lets every request that stores something fail. */
function openPage({ user = 'u1', isOnline = true } = {}) {
  const http = fakeHttp({})
  http.get.mockImplementation(async () => {
    const { current, draft } = structuredClone(server)
    if (!current && !draft) throw refusal('DESIGN_GONE')
    return { ...opened, current, draft: user === 'u1' ? draft : null }
  })
  const sent: JsonObject[] = []
  http.send.mockImplementation(
    async (method: string, url: string, body?: JsonObject, options?: { params?: JsonObject }) => {
      if (!isOnline) throw new Error('网络断开')
      if (url.endsWith('/inspect') && server.isUnchecked) throw new Error('网络断开')
      if (url.endsWith('/inspect'))
        return { result: { problems: [], warnings: [], steps: [], companions: [] }, message: '' }
      const { draft } = server
      const previous = body ? body.previous : options?.params?.previous
      const isGone = method === 'PUT' && body?.base && !server.current
      if (isGone || (draft?.version ?? undefined) !== (previous ?? undefined))
        throw refusal('DESIGN_DRAFT_CHANGED')
      if (url.endsWith('/release')) {
        server.current = draft?.body ?? null
        server.draft = null
      } else if (method === 'PUT' && body) {
        sent.push(body.body as JsonObject)
        server.draft = { base: null, body: shelf, version: '', ...structuredClone(body) }
      } else server.draft = null
      if (server.losesAnswers) throw new Error('网络断开')
      return { result: { revision: 2 }, message: '' }
    },
  )
  const notices: string[] = []
  const runtime = buildRuntime(http, {
    user: { id: user, username: user, realname: user, orgCode: 'A01' },
    notify: (_tone, text) => void notices.push(String(text)),
  })
  const { unmount } = draw(
    <LoadedSource id={shelf.id} failure="没有加载出来" onClose={() => undefined}>
      {(source) => <Editor source={source} />}
    </LoadedSource>,
    runtime,
  )
  return { sent, notices, unmount }
}

const valueIn = async (word: string) => (await page.findByLabelText<HTMLInputElement>(word)).value

/** Types a title without a connection, and ends the page. */
async function typeOffline(title: string) {
  const { unmount } = openPage({ isOnline: false })
  await page.findByLabelText('title')
  await userEvent.clear(page.getByLabelText('title'))
  await userEvent.type(page.getByLabelText('title'), title)
  await waitFor(() => expect(page.getByRole('status').textContent).toMatch('failed'), { timeout: 3000 })
  unmount()
}

afterEach(cleanup)
beforeEach(() => {
  stored.clear()
  localStorage.clear()
  Object.assign(server, { current: shelf, draft: null, losesAnswers: false, isUnchecked: false })
})

it('restores what was typed without a connection, sends it, and then keeps nothing', async () => {
  await typeOffline('密集架')
  const { sent } = openPage({})
  expect(await page.findByText('已恢复未保存的修改')).toBeTruthy()
  expect(await valueIn('title')).toBe('密集架')
  await waitFor(() => expect(sent).toEqual([{ ...shelf, title: '密集架' }]), { timeout: 3000 })
  await waitFor(() => expect(stored.size).toBe(0))
})

it('is not read by another user, and is discarded on request', async () => {
  await typeOffline('密集架')
  const other = openPage({ user: 'u2' })
  expect(await valueIn('title')).toBe('书架')
  other.unmount()
  openPage({})
  await userEvent.click(await page.findByRole('button', { name: '不要这些修改' }))
  expect(await valueIn('title')).toBe('书架')
  expect(page.queryByText('已恢复未保存的修改')).toBeNull()
  await waitFor(() => expect(stored.size).toBe(0), { timeout: 3000 })
})

it('merges it with a later change of another part', async () => {
  await typeOffline('密集架')
  storedElsewhere({ ...shelf, note: '二楼' })
  const { notices } = openPage()
  await waitFor(() => expect(server.draft?.body).toMatchObject({ title: '密集架', note: '二楼' }), {
    timeout: 3000,
  })
  expect(await valueIn('note')).toBe('二楼')
  expect(notices).toEqual(['您在另一个页面也改了这份草稿，两边的修改已合在一起，请看过再继续'])
})

it.each([
  ['用这里的', '密集架'],
  ['用另一个页面的，其余用这里的', '木架'],
])('asks where both changed one part, and stores nothing before the answer: %s', async (button, title) => {
  await typeOffline('密集架')
  storedElsewhere({ ...shelf, title: '木架', note: '二楼' })
  const { unmount } = openPage()
  await page.findByText(/名称：「书架」 → 「密集架」（您在另一个页面改成「木架」）/, {}, { timeout: 3000 })
  expect(await valueIn('title')).toBe('密集架')
  // A page that ends before the answer asks again.
  unmount()
  const { sent } = openPage()
  const choice = await page.findByRole('button', { name: button }, { timeout: 3000 })
  expect(sent).toEqual([])
  await userEvent.click(choice)
  expect(await valueIn('title')).toBe(title)
  expect(await valueIn('note')).toBe('二楼')
  await waitFor(() => expect(stored.size).toBe(0), { timeout: 3000 })
  expect(server.draft?.body).toMatchObject({ title, note: '二楼' })
})

it('continues a removed document as a new one', async () => {
  await typeOffline('密集架')
  server.current = null
  const { notices } = openPage()
  expect(await valueIn('title')).toBe('密集架')
  await waitFor(() => expect(server.draft).toMatchObject({ base: null, body: { title: '密集架' } }), {
    timeout: 3000,
  })
  expect(notices).toEqual([expect.stringMatching(/^这个文档已被删除，您的修改留作新文档的草稿/)])
})

it('knows its own change when the answer was lost, and its own release', async () => {
  const { notices } = openPage()
  await page.findByLabelText('title')
  server.losesAnswers = true
  await userEvent.type(page.getByLabelText('title'), '甲')
  await waitFor(() => expect(server.draft?.body.title).toBe('书架甲'), { timeout: 3000 })
  server.losesAnswers = false
  await userEvent.type(page.getByLabelText('title'), '乙')
  await waitFor(() => expect(server.draft?.body.title).toBe('书架甲乙'), { timeout: 3000 })
  server.losesAnswers = true
  await userEvent.click(page.getByRole('button', { name: '发布' }))
  await waitFor(() => expect(server.current?.title).toBe('书架甲乙'))
  server.losesAnswers = false
  await userEvent.click(page.getByRole('button', { name: '发布' }))
  expect(await page.findByText(/这份草稿已经发布/)).toBeTruthy()
  expect(notices).toEqual([])
})

it('discards only what it has shown', async () => {
  const { notices } = openPage()
  await page.findByLabelText('title')
  await userEvent.type(page.getByLabelText('title'), '甲')
  await waitFor(() => expect(server.draft?.body).toMatchObject({ title: '书架甲' }))
  storedElsewhere({ ...shelf, title: '书架甲', note: '另一页' })
  await userEvent.click(page.getByText('放弃'))
  await waitFor(() => expect(page.getByRole('status').textContent).toContain('两边的修改已合在一起'))
  expect(server.draft?.body).toMatchObject({ title: '书架甲', note: '另一页' })
  expect(await valueIn('note')).toBe('另一页')
  await userEvent.click(page.getByText('放弃'))
  await waitFor(() => expect(server.draft).toBeNull())
  expect(await valueIn('title')).toBe('书架')
  // A draft that another page has discarded is gone without a word.
  await userEvent.type(page.getByLabelText('note'), '乙')
  await waitFor(() => expect(server.draft?.body).toMatchObject({ note: '乙' }))
  server.draft = null
  await userEvent.click(page.getByText('放弃'))
  await waitFor(async () => expect(await valueIn('note')).toBe(''))
  expect(notices).toEqual([])
})

it('says of a failed check that the draft is stored but not checked', async () => {
  server.isUnchecked = true
  openPage()
  await userEvent.type(await page.findByLabelText('note'), '三楼')
  const state = page.getByRole('status')
  await waitFor(() => expect(state.textContent).toMatch('unchecked'), { timeout: 3000 })
  expect(server.draft?.body.note).toBe('三楼')
})

it('stores the last input of a page that ends before it was sent', async () => {
  const { unmount } = openPage({ isOnline: false })
  await page.findByLabelText('note')
  await userEvent.type(page.getByLabelText('note'), '三楼')
  window.dispatchEvent(new Event('pagehide'))
  expect(Object.keys(localStorage)).toHaveLength(1)
  unmount()
  stored.clear()
  openPage({})
  expect(await valueIn('note')).toBe('三楼')
})
