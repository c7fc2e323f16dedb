// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { BoardScreen } from '#runtime/screens/board/BoardScreen.tsx'
import { buildRuntime, draw, type FakeHttp, fakeHttp, fakeWindow } from '../support.tsx'

const repair = {
  version: 2,
  kind: 'screen',
  id: 'base/repair',
  title: '修复',
  perm: 'repair',
  fields: [
    { key: 'name', title: '书名', type: 'input', width: 200 },
    { key: 'pages', title: '叶数', type: 'inputNumber' },
    {
      key: 'step',
      title: '进度',
      type: 'select',
      options: [{ value: '待修' }, { value: '修复中' }, { value: '已完成' }],
    },
  ],
  list: { layout: 'board', pageSize: 2, board: { field: 'step', sum: 'pages', subtitle: ['pages'] } },
  actions: { toolbar: ['add'], row: ['edit', 'detail'] },
} as unknown as ScreenDocument
const flow = {
  ...repair,
  flow: {
    field: 'step',
    initial: '待修',
    editable: ['待修'],
    moves: [
      { code: 'begin', title: '开工', from: ['待修'], to: '修复中', confirm: '现在开工吗？' },
      { code: 'finish', title: '完工', from: ['修复中'], to: '已完成' },
    ],
  },
  actions: { toolbar: ['add'], row: ['edit', 'begin', 'finish'] },
} as unknown as ScreenDocument

const lists = '/resource/base/repair/list'
const row = (id: string, step: string, pages = 10) => ({ id, rev: 1, name: `书${id}`, step, pages })
const rows = [row('1', '待修', 1.5), row('2', '待修', 2), row('3', '修复中', 4), row('4', '待修', 8)]

function open(
  screen = repair,
  http: FakeHttp = fakeHttp({ [lists]: { records: rows, total: 4 } }),
  can = (_: string) => true,
  at = '/',
) {
  const runtime = buildRuntime(http, { types: fieldTypes, can })
  return { http, notify: vi.mocked(runtime.notify), ...draw(<BoardScreen screen={screen} />, runtime, at) }
}
const column = (name: string) => page.findByRole('region', { name })
const cards = async (name: string) =>
  [...(await column(name)).querySelectorAll('[data-row-id]')].map((card) => card.getAttribute('data-row-id'))
const menu = async (name: string) =>
  userEvent.click(await page.findByRole('button', { name: `${name}的操作` }))

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a board', () => {
  it('shows records in columns with count and total, and more cards on request', async () => {
    const { http } = open()
    expect(await cards('待修')).toEqual(['1', '2'])
    expect((await column('待修')).querySelector('header')?.textContent).toContain('311.5')
    expect(await cards('已完成')).toEqual([])
    await userEvent.click(within(await column('待修')).getByRole('button', { name: '加载更多' }))
    expect(await cards('待修')).toEqual(['1', '2', '4'])
    expect(http.get.mock.calls.filter(([url]) => url.startsWith('/resource/'))).toHaveLength(1)
  })

  it('loads each column by pages, counts and totals from the server, when not all records fit in one answer', async () => {
    const http = fakeHttp({})
    http.get.mockImplementation(async (url: string, params: Record<string, unknown>) => {
      if (url.endsWith('/summary'))
        return { groups: [{ value: '待修', total: 300, totals: { pages: { sum: '4500' } } }] }
      const step = params.step_MultiString
      if (step === undefined) return { records: [row('1', '待修')], total: 900 }
      const id = `${step}${params.pageNo}`
      return { records: [row(`${id}a`, String(step)), row(`${id}b`, String(step))], total: 3 }
    })
    open(repair, http)
    await waitFor(async () => expect(await cards('已完成')).toEqual(['已完成1a', '已完成1b']))
    expect(http.get.mock.calls.find(([url]) => url.endsWith('/summary'))?.[1]).toEqual({
      groupBy: 'step',
      field: 'pages',
    })
    await waitFor(async () => expect((await column('待修')).textContent).toContain('4,500'))
    await userEvent.click(within(await column('待修')).getByRole('button', { name: '加载更多' }))
    await waitFor(async () => expect(await cards('待修')).toContain('待修2a'))
  })

  it('with declared columns loads in each one its own cards of those that the query allows', async () => {
    const screen = {
      ...repair,
      fields: repair.fields.map((field) => (field.key === 'step' ? { ...field, query: 'in' } : field)),
      list: { ...repair.list, board: { ...repair.list?.board, columns: ['待修', '修复中', '已完成'] } },
    } as unknown as ScreenDocument
    const http = fakeHttp({})
    http.get.mockImplementation(async (url: string, params: Record<string, unknown>) => {
      if (url.endsWith('/summary')) return { groups: [] }
      const steps = String(params.step_MultiString).split(',')
      return { records: steps.map((step) => row(step, step)), total: 900 }
    })
    const listSteps = () =>
      http.get.mock.calls.filter(([url]) => url === lists).map(([, params]) => params.step_MultiString)
    open(screen, http, undefined, '/?q=1&q.step_MultiString=待修,修复中,作废')
    await waitFor(async () => expect(await cards('修复中')).toEqual(['修复中']))
    expect(await cards('待修')).toEqual(['待修'])
    expect(await cards('已完成')).toEqual([])
    expect(listSteps()).toEqual(['待修,修复中', '待修', '修复中'])
    cleanup()
    http.get.mockClear()
    open(screen, http, undefined, '/?q=1&q.step_MultiString=作废')
    expect(await page.findByText('没有查询到任何数据')).toBeTruthy()
    expect(listSteps()).toEqual([])
  })

  it('colours cards and their values by the conditions of fields', async () => {
    const colors = {
      pages: [{ when: 'pages > 3', color: 'error' }],
      name: [
        { when: "step == '修复中'", color: 'info' },
        { when: 'pages < 2', color: 'muted', row: true },
      ],
    }
    const fields = repair.fields.map((field) => ({
      ...field,
      colors: colors[field.key as keyof typeof colors],
    }))
    open({ ...repair, fields } as unknown as ScreenDocument)
    await column('待修')
    const read = (id: string) => {
      const card = document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)
      const at = (selector: string) => card?.querySelector<HTMLElement>(selector)?.dataset.color
      return [card?.dataset.color, at('.pro-board-title'), at('dd')]
    }
    expect(['1', '2', '3'].map(read)).toEqual([
      ['muted', undefined, undefined],
      [undefined, undefined, undefined],
      [undefined, 'info', 'error'],
    ])
  })

  it('saves only the value, with the revision, when a card is moved by its menu', async () => {
    const { http } = open()
    await menu('书1')
    await userEvent.click(await page.findByRole('menuitem', { name: '已完成' }))
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    expect(http.send.mock.calls[0]?.slice(0, 3)).toEqual([
      'PUT',
      '/resource/base/repair/edit',
      { id: '1', rev: 1, step: '已完成' },
    ])
  })

  it('shows a card in its new column while it is saved, and returns it when that is refused', async () => {
    const { http, notify } = open()
    let refuse = (_error: unknown) => {}
    http.send.mockImplementation(() => new Promise((_done, failed) => (refuse = failed)))
    await menu('书1')
    await userEvent.click(await page.findByRole('menuitem', { name: '已完成' }))
    await waitFor(async () => expect(await cards('已完成')).toEqual(['1']))
    refuse(appError('STALE'))
    await waitFor(async () => expect(await cards('待修')).toContain('1'))
    expect(notify).toHaveBeenCalledWith('warning', '数据已被他人修改，请刷新后重试')
  })

  it('saves the former value with the revision of the answer when the move of a card is undone', async () => {
    const { http, notify } = open()
    http.send.mockResolvedValueOnce({ result: { id: '1', rev: 2, step: '已完成' }, message: '好了' })
    await menu('书1')
    await userEvent.click(await page.findByRole('menuitem', { name: '已完成' }))
    await waitFor(() => expect(notify).toHaveBeenCalled())
    const [, , undo] = notify.mock.calls[0] ?? []
    expect(undo).toMatchObject({ title: '撤销' })
    await undo?.run()
    expect(http.send.mock.calls[1]?.slice(0, 3)).toEqual([
      'PUT',
      '/resource/base/repair/edit',
      { id: '1', rev: 2, step: '待修' },
    ])
    expect(notify).toHaveBeenLastCalledWith('success', '已撤销')
  })

  it('asks whether to save a moved card with warnings, and saves it when the user confirms', async () => {
    const { http, notify } = open()
    const problems = [{ path: '/pages', code: 'warning', text: '叶数偏少' }]
    http.send.mockRejectedValueOnce(appError('UNCONFIRMED', { result: { problems } }))
    await menu('书1')
    await userEvent.click(await page.findByRole('menuitem', { name: '已完成' }))
    expect((await page.findByText('叶数偏少')).textContent).toBe('叶数叶数偏少')
    await userEvent.click(page.getByRole('button', { name: '仍要保存' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', '好了', expect.anything()))
    const headers = http.send.mock.calls.map(([, , , options]) => options.headers['X-Confirm-Warnings'])
    expect(headers).toEqual([undefined, 'true'])
  })

  it('runs the move that leads to a state, with its question', async () => {
    const { http } = open(flow)
    await menu('书1')
    expect(page.queryByRole('menuitem', { name: /已完成/ })).toBeNull()
    await userEvent.click(await page.findByRole('menuitem', { name: '修复中（开工）' }))
    expect(await page.findByText('现在开工吗？')).toBeTruthy()
    expect(http.send).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    expect(http.send.mock.calls[0]?.slice(0, 3)).toEqual([
      'POST',
      '/resource/base/repair/move/begin',
      { ids: '1' },
    ])
  })

  it('offers no column without the right', async () => {
    open(flow, undefined, (code) => code !== 'repair:begin')
    await waitFor(async () => expect(await cards('待修')).toHaveLength(2))
    expect(document.querySelector('[data-row-id="1"]')?.hasAttribute('data-movable')).toBe(false)
    expect(document.querySelector('[data-row-id="3"]')?.hasAttribute('data-movable')).toBe(true)
  })

  it('adds a record in a column, with its value', async () => {
    open()
    await userEvent.click(await page.findByRole('button', { name: '在「修复中」新增' }))
    const dialog = await page.findByRole('dialog')
    expect(await within(dialog).findByText('修复中')).toBeTruthy()
  })

  it('shows one column at a time on a phone', async () => {
    fakeWindow(true)
    open()
    expect(await cards('待修')).toEqual(['1', '2'])
    await userEvent.click(page.getByRole('tab', { name: '修复中 1' }))
    expect(await cards('修复中')).toEqual(['3'])
    expect(page.queryByRole('region', { name: '待修' })).toBeNull()
  })
})
