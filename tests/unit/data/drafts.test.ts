import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const kept = new Map<string, unknown>()
let isFull = false
vi.mock('idb-keyval', () => ({
  createStore: () => ({}),
  keys: async () => [...kept.keys()],
  entries: async () => [...kept],
  getMany: async (names: string[]) => names.map((name) => kept.get(name)),
  delMany: async (names: string[]) => names.forEach((name) => void kept.delete(name)),
  setMany: async (all: [string, unknown][]) => {
    if (isFull) throw new Error('QuotaExceededError')
    for (const [name, value] of all) kept.set(name, structuredClone(value))
  },
}))

const open = async () => await import('#runtime/host/drafts.ts')
const at = (form: string, name = 'u stock edit 9') => ({ name, form })
const draft = (value: number, savedAt = Date.now()) => ({ record: { id: '9' }, entries: [value], savedAt })

beforeEach(() => {
  kept.clear()
  isFull = false
  vi.resetModules()
})
afterEach(() => vi.useRealTimers())

it('loads the newest draft of closed forms under the same name only', async () => {
  const { saveDraft, loadDraft, dropDraft } = await open()
  await saveDraft(at('one'), draft(1, Date.now() - 5000), true)
  await saveDraft(at('two'), draft(2, Date.now() - 9000), true)
  await saveDraft(at('three', 'v stock edit 9'), draft(3), true)
  await saveDraft(at('four', 'u stock edit 91'), draft(4), true)
  expect(await loadDraft('u stock edit 9')).toMatchObject({ place: at('one'), draft: { entries: [1] } })
  await dropDraft(at('one'))
  expect(await loadDraft('u stock edit 9')).toMatchObject({ place: at('two') })
  expect(await loadDraft('u stock edit 8')).toBeNull()
})

it('does not load the draft of a form that is open in another tab', async () => {
  const { saveDraft, loadDraft, dropDraft, holdDraft } = await open()
  const letGo = holdDraft(at('one'))
  await saveDraft(at('one'), draft(1), true)
  // The result does not depend on how late the other tab answers on a busy machine.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const ear = new BroadcastChannel('pro-drafts')
  const answered = new Promise<void>((resolve) => {
    ear.onmessage = ({ data }) => data.lives && resolve()
  })
  const found = loadDraft('u stock edit 9')
  await answered
  ear.close()
  await new Promise((resolve) => setImmediate(resolve))
  vi.runAllTimers()
  expect(await found).toBeNull()
  vi.useRealTimers()
  // The other tab saves, and its own draft is removed.
  await saveDraft(at('two'), draft(2), true)
  await dropDraft(at('two'))
  await saveDraft(at('one'), draft(7), false)
  letGo()
  expect(await loadDraft('u stock edit 9')).toMatchObject({ draft: { record: { id: '9' }, entries: [7] } })
})

it('removes drafts after a week, reports when none can be stored, and never throws', async () => {
  const { saveDraft, loadDraft } = await open()
  await saveDraft(at('one'), draft(1, Date.now() - 604_900_000), true)
  expect(await loadDraft('u stock edit 9')).toBeNull()
  expect(kept.size).toBe(0)
  isFull = true
  expect(await saveDraft(at('one'), draft(1), true)).toBe(false)
  isFull = false
  expect(await saveDraft(at('one'), draft(1), true)).toBe(true)
})

it('loads the input of a page that ended before the database stored it, unless the database has later input', async () => {
  const items = new Map<string, string>()
  const storage = { getItem: (key: string) => items.get(key) ?? null }
  const local = new Proxy(storage, {
    get: (target, name) => {
      if (name === 'setItem') return (key: string, value: string) => void items.set(key, value)
      if (name === 'removeItem') return (key: string) => void items.delete(key)
      return Reflect.get(target, name)
    },
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
  vi.stubGlobal('localStorage', local)
  const { saveDraft, loadDraft, dropDraft } = await open()
  const { saveLastDraft } = await import('#runtime/host/last-draft.ts')
  await saveDraft(at('one'), draft(1, Date.now() - 5000), true)
  saveLastDraft(at('one'), draft(2, Date.now() - 4000))
  saveLastDraft(at('two', 'another'), draft(9))
  expect(await loadDraft('u stock edit 9')).toMatchObject({ place: at('one'), draft: { entries: [2] } })
  saveLastDraft(at('one'), draft(3, Date.now() - 9000))
  expect(await loadDraft('u stock edit 9')).toMatchObject({ draft: { entries: [2] } })
  saveLastDraft(at('one'), draft(4))
  await dropDraft(at('one'))
  expect(await loadDraft('u stock edit 9')).toBeNull()
  expect(items.size).toBe(1)
  vi.unstubAllGlobals()
})
