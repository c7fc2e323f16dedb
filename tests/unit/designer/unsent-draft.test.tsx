// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LoadedSource } from '#designer/LoadedSource.tsx'
import { RestoredDraft } from '#designer/RestoredDraft.tsx'
import type { OpenedSource } from '#designer/unsent-draft.ts'
import { useDesign } from '#designer/useDesign.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { draw, fakeHttp, runtimeOf } from '../screens/support.tsx'

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

function Editor({ source }: { source: OpenedSource }) {
  const design = useDesign(source)
  const { document, change, saveState } = design
  const input = (word: string) => (
    <input
      aria-label={word}
      value={String(document[word])}
      onChange={({ target }) => change({ ...document, [word]: target.value }, word)}
    />
  )
  return (
    <>
      <RestoredDraft design={design} />
      <output>{saveState.kind}</output>
      {input('title')}
      {input('note')}
    </>
  )
}

/** A page of a user; `isOnline` false lets every request that stores something fail. */
function openPage({ user = 'u1', isOnline = true, current = shelf, draft = null as JsonObject | null }) {
  const http = fakeHttp({
    '/design/documents/base/shelf': {
      id: shelf.id,
      origin: 'file',
      current,
      draft: draft && { base: shelf, body: draft, updateTime: '' },
      revision: 0,
      pastedRows: 0,
      changes: [],
      conflicts: [],
    },
  })
  http.send.mockImplementation(async (method: string) => {
    if (!isOnline) throw new Error('网络断开')
    return { result: method === 'POST' ? { problems: [], steps: [], companions: [] } : null, message: '' }
  })
  const runtime = runtimeOf(http, {
    user: { id: user, username: user, realname: user, orgCode: 'A01' },
  })
  const { unmount } = draw(
    <LoadedSource id={shelf.id} failure="" onClose={() => undefined}>
      {(source) => <Editor source={source} />}
    </LoadedSource>,
    runtime,
  )
  const sent = () =>
    http.send.mock.calls.filter(([method]) => method === 'PUT').map(([, , body]) => body.body)
  return { sent, unmount }
}

const valueIn = async (word: string) => (await page.findByLabelText<HTMLInputElement>(word)).value

/** Types a title without a connection, and ends the page. */
async function typeOffline(title: string) {
  const { unmount } = openPage({ isOnline: false })
  await page.findByLabelText('title')
  await userEvent.clear(page.getByLabelText('title'))
  await userEvent.type(page.getByLabelText('title'), title)
  await waitFor(() => expect(page.getByRole('status').textContent).toBe('failed'), { timeout: 3000 })
  unmount()
}

afterEach(cleanup)
beforeEach(() => {
  stored.clear()
  localStorage.clear()
})

it('restores what was typed without a connection, sends it, and then keeps nothing', async () => {
  await typeOffline('密集架')
  const { sent } = openPage({})
  expect(await page.findByText('已恢复未保存的修改')).toBeTruthy()
  expect(await valueIn('title')).toBe('密集架')
  await waitFor(() => expect(sent()).toEqual([{ ...shelf, title: '密集架' }]), { timeout: 3000 })
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
  openPage({ draft: { ...shelf, note: '二楼' } })
  expect(await valueIn('title')).toBe('密集架')
  expect(await valueIn('note')).toBe('二楼')
})

it.each([
  ['用我的', '密集架'],
  ['用别人的，其余用我的', '木架'],
])('asks where both changed one part, and changes nothing before the answer: %s', async (button, title) => {
  await typeOffline('密集架')
  const { unmount } = openPage({ current: { ...shelf, title: '木架', note: '二楼' } })
  expect(await page.findByText(/请选定用哪一个/)).toBeTruthy()
  expect(await valueIn('title')).toBe('木架')
  // A page that ends before the answer asks again.
  unmount()
  openPage({ current: { ...shelf, title: '木架', note: '二楼' } })
  await userEvent.click(await page.findByRole('button', { name: button }))
  expect(await valueIn('title')).toBe(title)
  expect(await valueIn('note')).toBe('二楼')
  await waitFor(() => expect(stored.size).toBe(0), { timeout: 3000 })
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
