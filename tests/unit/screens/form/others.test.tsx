// @vitest-environment jsdom
import { act, cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SyncListener } from '#runtime/data/table-sync.ts'
import { othersText } from '#runtime/screens/form/session/useOthers.ts'
import { fakeWindow } from '../support.tsx'
import { button, noMoves, open, record, sent } from './open-form.tsx'

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A form that listens in the room of its record; `save` is a save by another user. */
async function openShared() {
  const listeners = new Set<SyncListener>()
  const join = vi.fn((_room: string, listener: SyncListener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  })
  const form = open('edit', record, { tableSync: { join, send: () => {} } })
  await page.findByLabelText('书名')
  const notify = (call: (listener: SyncListener) => void) => act(async () => listeners.forEach(call))
  const store = (values: object) =>
    // The open record becomes a view, whose print button reads the index.
    form.http.get.mockImplementation(async (url: string) =>
      url === '/schema/index' || url.endsWith('/next-moves')
        ? []
        : url.endsWith('/moves')
          ? noMoves
          : { ...record, rev: 4, ...values },
    )
  const save = (values: object) => {
    store(values)
    return notify(({ onNotice }) => onNotice?.({ type: 'saved', rev: 4, name: '王' }))
  }
  return { ...form, join, notify, save, store }
}
const field = (label: string) => page.getByLabelText<HTMLInputElement>(label)

it('a form shows who else has its record open, at most three names', async () => {
  const { join, notify } = await openShared()
  expect(join.mock.calls[0]?.[0]).toBe('record:catalog/book:7')
  await notify(({ onPeople }) => onPeople?.([{ page: 'p', name: '王' }]))
  expect(page.getByText('王也打开了此记录')).toBeTruthy()
  await notify(({ onPeople }) => onPeople?.([]))
  expect(page.queryByText(/也打开了/)).toBeNull()
  expect(othersText(['甲', '乙', '丙', '丁'])).toBe('甲、乙、丙等 4 人也打开了此记录')
})

it('an unchanged form shows what another user saved', async () => {
  const { save } = await openShared()
  await save({ name: '新会稽志' })
  await waitFor(() => expect(field('书名').value).toBe('新会稽志'))
  expect(page.getByText('王已保存此记录，已显示最新内容')).toBeTruthy()
})

it('a changed form keeps its input and takes the other values that another user saved', async () => {
  const { save, http } = await openShared()
  await userEvent.type(field('书名'), '补')
  await save({ no: 'K8' })
  await waitFor(() => expect(field('编号').value).toBe('K8'))
  expect(field('书名').value).toBe('会稽志补')
  expect(document.activeElement).toBe(field('书名'))
  await userEvent.click(button('保存'))
  await waitFor(() => expect(http.send).toHaveBeenCalled())
  expect(sent(http).body).toEqual({ id: '7', rev: 4, name: '会稽志补' })
})

it('a form takes nothing where another user saved another value, so that its save asks', async () => {
  const { save, http } = await openShared()
  await userEvent.type(field('书名'), '补')
  await save({ no: 'K8', name: '新会稽志' })
  expect(await page.findByText('王已保存此记录，与您的修改有冲突，保存时请选择')).toBeTruthy()
  expect([field('编号').value, field('书名').value]).toEqual(['K7', '会稽志补'])
  await userEvent.click(button('保存'))
  await waitFor(() => expect(http.send).toHaveBeenCalled())
  expect(sent(http).body).toMatchObject({ rev: 3 })
})

it('an unchanged form becomes a view when another user moved its record to a protected state', async () => {
  const { save } = await openShared()
  await save({ state: '已审核' })
  expect(await page.findByRole('button', { name: '关闭' })).toBeTruthy()
  expect(page.queryByRole('button', { name: '保存' })).toBeNull()
})

it('a form shows what another user saved while its socket was closed', async () => {
  const { store, notify, http } = await openShared()
  const countReads = () =>
    http.get.mock.calls.filter(([url]) => url === '/resource/catalog/book/queryById').length
  const reads = countReads()
  await notify(({ onAdmitted }) => onAdmitted?.())
  await waitFor(() => expect(countReads()).toBe(reads + 1))
  expect(page.queryByText(/此记录已被修改/)).toBeNull()
  store({ name: '新会稽志' })
  await notify(({ onAdmitted }) => onAdmitted?.())
  await waitFor(() => expect(field('书名').value).toBe('新会稽志'))
  expect(page.getByText('此记录已被修改，已显示最新内容')).toBeTruthy()
})
