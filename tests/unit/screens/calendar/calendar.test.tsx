// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { CalendarScreen } from '#runtime/screens/calendar/CalendarScreen.tsx'
import { buildRuntime, draw, type FakeHttp, fakeHttp, fakeWindow } from '../support.tsx'

const loan = {
  version: 2,
  kind: 'screen',
  id: 'reader/loan',
  title: '借阅',
  perm: 'loan',
  fields: [
    { key: 'name', title: '书名', type: 'input', width: 200, query: 'like' },
    { key: 'due', title: '应还日期', type: 'date' },
    { key: 'end', title: '最迟日期', type: 'date' },
    {
      key: 'state',
      title: '状态',
      type: 'select',
      options: [{ value: '借出' }, { value: '已还' }],
      tag: { 借出: 'blue', 已还: 'green' },
    },
  ],
  list: { layout: 'calendar', calendar: { date: 'due', title: 'name', color: 'state' } },
  actions: { toolbar: ['add', 'deleteBatch'], row: ['edit', 'detail', 'delete'] },
} as unknown as ScreenDocument
const lists = '/resource/reader/loan/list'
const row = (id: string, due: string) => ({ id, rev: 3, name: `书${id}`, due, state: '借出' })
const answer = (...records: object[]) => ({ [lists]: { records, total: records.length } })

const isHttp = (answers: object): answers is FakeHttp => 'upload' in answers

function open(
  answers: Record<string, unknown> | FakeHttp,
  { at = '/?cal=2026-11', can = (_code: string): boolean => true, screen = loan } = {},
) {
  const http = isHttp(answers) ? answers : fakeHttp(answers)
  const runtime = buildRuntime(http, { types: fieldTypes, can })
  return { http, notify: vi.mocked(runtime.notify), ...draw(<CalendarScreen screen={screen} />, runtime, at) }
}
const chip = (id: string) => document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)
const request = (http: ReturnType<typeof fakeHttp>) =>
  http.get.mock.calls.filter(([url]) => url === lists).at(-1)?.[1]

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function moveTo(date: string) {
  await userEvent.click(await page.findByRole('button', { name: '书1的操作' }))
  await userEvent.click(await page.findByText('改到…'))
  const box = await page.findByLabelText('应还日期')
  await userEvent.clear(box)
  await userEvent.type(box, `${date}{Enter}`)
  await userEvent.click(page.getByRole('button', { name: '确定' }))
}

describe('a calendar list', () => {
  it('requests the visible days and shows each record on its day with its state', async () => {
    const { http } = open(answer(row('1', '2026-11-17')))
    await waitFor(() => expect(chip('1')).not.toBeNull())
    expect(request(http)).toMatchObject({
      due_begin: '2026-10-26',
      due_end: '2026-12-06',
      column: 'due',
      order: 'asc',
    })
    expect(chip('1')?.dataset.tone).toBe('processing')
    expect(chip('1')?.textContent).toContain('书1借出')
    expect(page.queryByRole('button', { name: '批量删除' })).toBeNull()
  })

  it('requests the next month and the week when they are chosen', async () => {
    const { http } = open(answer())
    await userEvent.click(await page.findByRole('button', { name: '下一月' }))
    await waitFor(() =>
      expect(request(http)).toMatchObject({ due_begin: '2026-11-30', due_end: '2027-01-03' }),
    )
    expect(page.getByText('2026 年 12 月')).toBeTruthy()
    await userEvent.click(page.getByText('周'))
    await waitFor(() =>
      expect(request(http)).toMatchObject({ due_begin: '2026-11-30', due_end: '2026-12-06' }),
    )
  })

  it('saves only the date, with the revision, when a record is moved by its menu', async () => {
    const { http, notify } = open(answer(row('1', '2026-11-17')))
    await moveTo('2026-11-20')
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    expect(http.send.mock.calls[0]?.slice(0, 3)).toEqual([
      'PUT',
      '/resource/reader/loan/edit',
      { id: '1', rev: 3, due: '2026-11-20' },
    ])
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', '好了', expect.anything()))
  })

  it('moves the end with the beginning', async () => {
    const screen = { ...loan, list: { layout: 'calendar', calendar: { date: 'due', end: 'end' } } } as never
    const http = fakeHttp({})
    const records = [{ ...row('1', '2026-11-17'), end: '2026-11-19' }]
    // Records that began before the visible days have a request of their own.
    http.get.mockImplementation(async (_url: string, params: Record<string, unknown>) =>
      params.due_begin ? { records, total: 1 } : { records: [], total: 0 },
    )
    open(http, { screen })
    await moveTo('2026-11-18')
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    expect(http.send.mock.calls[0]?.[2]).toMatchObject({ due: '2026-11-18', end: '2026-11-20' })
  })

  it('moves the end of a record with times by the same time', async () => {
    const fields = loan.fields.map((field) =>
      field.type === 'date' ? { ...field, type: 'datetime' } : field,
    )
    const calendar = { date: 'due', end: 'end' }
    const screen = { ...loan, fields, list: { layout: 'calendar', calendar } } as never
    const http = fakeHttp({})
    const records = [{ ...row('1', '2026-11-17 09:00:00'), end: '2026-11-17 11:30:00' }]
    http.get.mockImplementation(async (_url: string, params: Record<string, unknown>) =>
      params.due_begin ? { records, total: 1 } : { records: [], total: 0 },
    )
    open(http, { screen })
    await moveTo('2026-11-18 23:00:00')
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    expect(http.send.mock.calls[0]?.[2]).toEqual({
      id: '1',
      rev: 3,
      due: '2026-11-18 23:00:00',
      end: '2026-11-19 01:30:00',
    })
  })

  it.each([
    [appError('STALE'), '数据已被他人修改，请刷新后重试'],
    [
      appError('BAD_VALUES', {
        result: { problems: [{ path: '/due', code: 'check', text: '日期太早' }] },
      }),
      '日期太早',
    ],
  ])('returns a record to its day and says why when the save is refused', async (error, text) => {
    const { http, notify } = open(answer(row('1', '2026-11-17')))
    http.send.mockRejectedValue(error)
    await moveTo('2026-11-20')
    await waitFor(() => expect(notify).toHaveBeenCalledWith('warning', text))
    await waitFor(() => expect(chip('1')?.style.gridColumn).toBe('2 / span 1'))
  })

  it('adds a record on the day that was clicked', async () => {
    open(answer())
    await userEvent.click(await page.findByRole('button', { name: '11 月 20 日，周五，新增借阅' }))
    expect(await page.findByDisplayValue('2026-11-20')).toBeTruthy()
  })

  it('offers neither adding nor moving without the rights', async () => {
    const can = (code: string) => code.endsWith(':list') || code.endsWith(':detail')
    open(answer(row('1', '2026-11-17')), { can })
    await waitFor(() => expect(chip('1')).not.toBeNull())
    expect(page.queryByRole('button', { name: /新增/ })).toBeNull()
    expect(chip('1')?.dataset.movable).toBeUndefined()
    fireEvent.click(document.querySelector('[data-day="2026-11-20"]') as Element)
    expect(page.queryByRole('dialog')).toBeNull()
  })

  it('says that it does not show all records when there are too many', async () => {
    const records = Array.from({ length: 200 }, (_, at) => row(String(at), '2026-11-17'))
    const { http } = open({ [lists]: { records, total: 1234 } })
    expect(await page.findByText(/共 1,234 条，这里只显示前 1,000 条/)).toBeTruthy()
    expect(http.get.mock.calls.filter(([url]) => url === lists)).toHaveLength(5)
  })

  it('shows the records of a day behind +N', async () => {
    open(answer(...['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((id) => row(id, '2026-11-17'))))
    await userEvent.click(await page.findByRole('button', { name: /^11 月 17 日，周二还有 \d 条$/ }))
    const dialog = await page.findByRole('tooltip')
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(9)
  })

  it('is an agenda of the month on a phone', async () => {
    fakeWindow(true)
    open(answer(row('1', '2026-11-17'), row('2', '2026-12-01')))
    const day = await page.findByRole('region', { name: '11 月 17 日，周二' })
    expect(within(day).getByText('书1')).toBeTruthy()
    expect(page.queryByText('书2')).toBeNull()
  })
})
