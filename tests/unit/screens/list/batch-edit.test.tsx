// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { clickMask, pressEscape } from '../guarded.ts'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const rows = [
  { id: '1', no: 'K1', name: '会稽志', kind: '府志', state: '待审核' },
  { id: '2', no: 'K2', name: '临安志', kind: '府志', state: '已审核' },
]
const url = '/resource/catalog/book/editBatch'

const open = (over = {}) => {
  const http = fakeHttp({ '/resource/catalog/book/list': { records: rows, total: 2 } })
  const runtime = buildRuntime(http, over)
  draw(<ListScreen screen={book} />, runtime)
  return { http, runtime }
}
const selectAll = async () => {
  const [head] = await page.findAllByRole('checkbox', { name: 'Select all' })
  await userEvent.click(head as HTMLElement)
}
const choose = async (title: string) => {
  await userEvent.click(page.getByRole('combobox', { name: '修改哪一项' }))
  await userEvent.click(await page.findByTitle(title))
}
const begin = async () => {
  await selectAll()
  await userEvent.click(page.getByRole('button', { name: '批量修改' }))
  return page.findByRole('dialog', { name: '批量修改' })
}

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('批量修改', () => {
  it('writes one value of one field into the selected records and offers to undo it', async () => {
    const { http, runtime } = open()
    http.send.mockResolvedValue({ result: { count: 2, failures: [], undo: 'u1' }, message: '已修改 2 条' })
    const dialog = await begin()
    await choose('书名')
    await userEvent.type(within(dialog).getByLabelText('新的书名'), '新志')
    await userEvent.click(within(dialog).getByRole('button', { name: '修改 2 条' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(http.send).toHaveBeenCalledWith('POST', url, { ids: '1,2', values: { name: '新志' } })
    const [kind, text, action] = vi.mocked(runtime.notify).mock.lastCall ?? []
    expect([kind, text, action?.title]).toEqual(['success', '已修改 2 条', '撤销'])
    await action?.run()
    expect(http.send).toHaveBeenLastCalledWith('POST', '/resource/catalog/book/undo', { id: 'u1' })
  })

  it('lists the refused records by number and reason', async () => {
    const { http } = open()
    const failures = [{ id: '2', name: 'K2', text: '书目已审核，不能修改' }]
    http.send.mockResolvedValue({ result: { count: 1, failures }, message: '已修改 1 条，1 条没有修改' })
    const dialog = await begin()
    await choose('附注')
    await userEvent.click(within(dialog).getByRole('button', { name: '修改 2 条' }))
    const result = await page.findByRole('dialog', { name: '已修改 1 条，1 条没有修改' })
    expect(within(result).getByRole('row', { name: 'K2 书目已审核，不能修改' })).toBeTruthy()
    expect(http.send).toHaveBeenCalledWith('POST', url, { ids: '1,2', values: { note: null } })
  })

  it('asks before a chosen value is lost, and stays open until the refused records are listed', async () => {
    const { http } = open()
    let answer = (_answer: unknown) => {}
    http.send.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    const dialog = await begin()
    await choose('书名')
    await userEvent.type(within(dialog).getByLabelText('新的书名'), '新志')
    clickMask(dialog)
    pressEscape(dialog)
    await userEvent.click(await page.findByRole('button', { name: '继续填写' }))
    await userEvent.click(within(dialog).getByRole('button', { name: '修改 2 条' }))
    pressEscape(dialog)
    expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull()
    const failures = [{ id: '2', name: 'K2', text: '书目已审核，不能修改' }]
    answer({ result: { count: 1, failures }, message: '已修改 1 条，1 条没有修改' })
    expect(await page.findByRole('row', { name: 'K2 书目已审核，不能修改' })).toBeTruthy()
  })

  it('says that an empty value clears the field, and refuses it where a value is required', async () => {
    open()
    const dialog = await begin()
    const confirm = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: '修改 2 条' })
    expect(confirm().disabled).toBe(true)
    await choose('附注')
    expect(within(dialog).getByText('将清空选中的 2 条记录的「附注」')).toBeTruthy()
    expect(confirm().disabled).toBe(false)
    await choose('书名')
    expect(confirm().disabled).toBe(true)
  })

  it('is absent without the right to edit, and offers no field that is read only or the state', async () => {
    open()
    await begin()
    await userEvent.click(page.getByRole('combobox', { name: '修改哪一项' }))
    await page.findByTitle('附注')
    const titles = [...document.querySelectorAll('.ant-select-item-option')].map((item) => item.textContent)
    expect(titles).toEqual(['编号', '书名', '类别', '定价', '附注'])
    cleanup()
    open({ can: (code: string) => code !== 'book:edit' })
    await selectAll()
    expect(page.queryByRole('button', { name: '批量修改' })).toBeNull()
  })
})
