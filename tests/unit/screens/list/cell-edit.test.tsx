// @vitest-environment jsdom
import { act, cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveUp, hasUnsaved } from '#runtime/host/unsaved.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const rows = [
  { id: '1', rev: 3, no: 'K1', name: '会稽志', kind: '府志', state: '待审核' },
  { id: '2', rev: 1, no: 'K2', name: '临安志', kind: '府志', state: '待审核' },
  { id: '3', rev: 1, no: 'K3', name: '剡录', kind: '县志', state: '已审核' },
]

const listUrl = '/resource/catalog/book/list'

const open = (over = {}, screen: ScreenDocument = book) => {
  const http = fakeHttp({ [listUrl]: { records: rows, total: 30 } })
  draw(<ListScreen screen={screen} />, buildRuntime(http, over))
  return http
}
const click = async (name: string) => userEvent.click(await page.findByRole('button', { name }))
const cell = async (id: string, key: string) => {
  await waitFor(() => expect(document.querySelector(`[data-row-id="${id}"]`)).not.toBeNull())
  return document.querySelector(`[data-row-id="${id}"] [data-field="${key}"]`) as HTMLElement
}
const pressF2 = async (id: string, key: string) => {
  const place = await cell(id, key)
  place.focus()
  await userEvent.keyboard('{F2}')
}
const editor = (id: string, key: string) =>
  waitFor(async () => within(await cell(id, key)).getByRole<HTMLInputElement>('textbox'), { timeout: 5000 })

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('a cell of a list', () => {
  it('is edited by F2, saved by Enter, and the one below follows', async () => {
    const http = open()
    await pressF2('1', 'name')
    const input = await editor('1', 'name')
    await userEvent.clear(input)
    await userEvent.type(input, '嘉泰会稽志{Enter}')
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    const [method, url, body] = http.send.mock.calls[0] ?? []
    expect([method, url, body]).toEqual([
      'PUT',
      '/resource/catalog/book/edit',
      { id: '1', rev: 3, name: '嘉泰会稽志' },
    ])
    expect((await editor('2', 'name')).value).toBe('临安志')
  })

  it('is edited by a double click, but not by one on its link', async () => {
    open()
    await userEvent.dblClick(within(await cell('1', 'name')).getByRole('link'))
    expect(page.queryByRole('group', { name: /^编辑/ })).toBeNull()
    cleanup()
    open()
    await userEvent.dblClick(await cell('1', 'name'))
    expect((await editor('1', 'name')).value).toBe('会稽志')
  })

  it('keeps what was typed when another cell is double-clicked, and gets the focus back', async () => {
    open()
    await userEvent.dblClick(await cell('1', 'name'))
    const input = await editor('1', 'name')
    await userEvent.type(input, '新')
    await userEvent.dblClick(await cell('2', 'name'))
    expect([input.value, document.activeElement]).toEqual(['会稽志新', input])
    expect(within(await cell('2', 'name')).queryByRole('textbox')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await userEvent.dblClick(await cell('2', 'name'))
    expect((await editor('2', 'name')).value).toBe('临安志')
  })

  it('is left by Esc with its old value', async () => {
    const http = open()
    await pressF2('1', 'name')
    await userEvent.type(await editor('1', 'name'), '新{Escape}')
    const place = await cell('1', 'name')
    await waitFor(() => expect(within(place).queryByRole('textbox')).toBeNull())
    expect([place.textContent, document.activeElement]).toEqual(['会稽志', place])
    expect(http.send).not.toHaveBeenCalled()
  })

  it('shows at its place why a value is refused, and keeps what was typed', async () => {
    const http = open()
    const problems = [{ path: '/name', code: 'required', text: '请输入书名' }]
    http.send.mockRejectedValue(appError('BAD_VALUES', { result: { problems } }))
    await pressF2('1', 'name')
    const input = await editor('1', 'name')
    await userEvent.clear(input)
    await userEvent.keyboard('{Enter}')
    expect((await page.findByRole('alert')).textContent).toBe('请输入书名')
    expect((await editor('1', 'name')).value).toBe('')
  })

  it('is saved with the revision in which it was typed, so that the server detects the save of another user', async () => {
    const http = open()
    await pressF2('1', 'name')
    await userEvent.type(await editor('1', 'name'), '新')
    http.get.mockImplementation(async () => ({
      records: rows.map((row) => (row.id === '1' ? { ...row, rev: 4, name: '会稽志新', no: 'K8' } : row)),
      total: 30,
    }))
    await click('刷新')
    await waitFor(async () => expect((await cell('1', 'no')).textContent).toBe('K8'))
    await userEvent.type(await editor('1', 'name'), '{Enter}')
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    expect(http.send.mock.calls[0]?.[2]).toEqual({ id: '1', rev: 3, name: '会稽志新' })
  })

  it('with typed text is unsaved work of its page', async () => {
    open()
    await pressF2('1', 'name')
    const input = await editor('1', 'name')
    expect(hasUnsaved('')).toBe(false)
    await userEvent.type(input, '新')
    expect(hasUnsaved('')).toBe(true)
    act(() => giveUp(''))
    expect(within(await cell('1', 'name')).queryByRole('textbox')).toBeNull()
    expect(hasUnsaved('')).toBe(false)
  })

  it('with typed text requires confirmation before other rows are shown', async () => {
    const http = open()
    const countReads = () => http.get.mock.calls.filter(([url]) => url === listUrl).length
    await pressF2('1', 'name')
    await userEvent.type(await editor('1', 'name'), '新')
    const reads = countReads()
    await userEvent.click(await page.findByTitle('2'))
    await click('继续填写')
    expect((await editor('1', 'name')).value).toBe('会稽志新')
    expect(countReads()).toBe(reads)
    await userEvent.click(await page.findByTitle('2'))
    await click('放弃修改')
    await waitFor(() => expect(countReads()).toBe(reads + 1))
    expect(within(await cell('1', 'name')).queryByRole('textbox')).toBeNull()
  })

  it('is not edited where the record, the column or the user allows no edit', async () => {
    open()
    await pressF2('3', 'name')
    await userEvent.dblClick(await cell('3', 'name'))
    await pressF2('1', 'state')
    expect((await cell('1', 'state')).hasAttribute('tabindex')).toBe(false)
    expect(page.queryByRole('group', { name: /^编辑/ })).toBeNull()
    cleanup()
    open({ can: (code: string) => code !== 'book:edit' })
    expect((await cell('1', 'name')).hasAttribute('tabindex')).toBe(false)
  })
})
