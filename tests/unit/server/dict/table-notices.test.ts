import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tableNotices } from '#server/modules/dict/table-notices.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const screens: Record<string, string> = { 'base/supplier': 'base_supplier', 'bill/sale': 'bill_sale' }

it('many changes of a table are announced at once and then once after a pause, and other tables cost nothing', async () => {
  const notify = vi.fn(async (_channel: string, _code: string) => {})
  const services = {
    db: { notify },
    documents: { screen: (id: string) => ({ document: { table: { name: screens[id] } } }) as never },
    dictionaries: {
      codesOver: (table: string) => (table === 'base_supplier' ? ['suppliers', 'payees'] : []),
    },
    log: { warn: vi.fn() },
  }
  const [saved, removed] = tableNotices()
  const save = (screen: string) =>
    saved?.run(
      { type: 'record.saved', screen, id: '1', by: {} as never, before: null, after: {} },
      services,
      false,
    )
  for (let at = 0; at < 1000; at += 1) await save('base/supplier')
  await save('bill/sale')
  const codes = () => notify.mock.calls.map(([, code]) => code)
  expect(codes()).toEqual(['suppliers', 'payees'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(codes()).toEqual(['suppliers', 'payees', 'suppliers', 'payees'])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(codes()).toHaveLength(4)
  await removed?.run(
    { type: 'record.removed', screen: 'base/supplier', id: '1', by: {} as never, before: {} },
    services,
    false,
  )
  expect(codes().slice(4)).toEqual(['suppliers', 'payees'])
})
