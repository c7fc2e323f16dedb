// @vitest-environment jsdom
import type { DndContextProps } from '@dnd-kit/core'
import { act, cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { CalendarScreen } from '#runtime/screens/calendar/CalendarScreen.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

// A window without layout cannot drag: the test calls what a drag calls.
const drag = vi.hoisted(() => ({ props: {} as DndContextProps }))
vi.mock('@dnd-kit/core', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  DndContext: (props: DndContextProps) => {
    drag.props = props
    return props.children
  },
}))

const loan = {
  version: 2,
  kind: 'screen',
  id: 'reader/loan',
  title: '借阅',
  perm: 'loan',
  fields: [
    { key: 'name', title: '书名', type: 'input' },
    { key: 'due', title: '应还日期', type: 'date', colors: [{ when: "name == '书2'", color: 'error' }] },
    { key: 'state', title: '状态', type: 'input', tag: { 借出: 'blue' } },
  ],
  list: { layout: 'calendar', calendar: { date: 'due', title: 'name' } },
  actions: { toolbar: ['add'], row: ['edit', 'detail'] },
} as unknown as ScreenDocument
const records = [
  { id: '1', rev: 3, name: '书1', due: '2026-11-17', state: '借出' },
  { id: '2', rev: 3, name: '书2', due: '2026-11-17', state: '' },
]
const chip = (id: string) => document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)

beforeEach(() => fakeWindow())
afterEach(cleanup)

async function open() {
  const http = fakeHttp({ '/resource/reader/loan/list': { records, total: 2 } })
  draw(<CalendarScreen screen={loan} />, buildRuntime(http, { types: fieldTypes }), '/?cal=2026-11')
  await waitFor(() => expect(chip('1')).not.toBeNull())
  return http
}

it('entries have the colour of their state, else the one that the conditions of their day give', async () => {
  await open()
  expect([chip('1')?.dataset.tone, chip('2')?.dataset.tone]).toEqual(['processing', 'error'])
})

it('a drag asks before it saves, and saves nothing when the user cancels', async () => {
  const http = await open()
  const dropOn = (day: string) => {
    act(() => drag.props.onDragStart?.({ active: { id: '1@2026-11-17' } } as never))
    act(() => drag.props.onDragMove?.({ over: { id: '2026-11-17' } } as never))
    act(() => drag.props.onDragEnd?.({ over: { id: day } } as never))
  }
  dropOn('2026-11-20')
  expect(await page.findByText('把「书1」的应还日期改到 11 月 20 日，周五？')).toBeTruthy()
  await userEvent.click(page.getByRole('button', { name: '取消' }))
  expect(http.send).not.toHaveBeenCalled()
  dropOn('2026-11-20')
  await userEvent.click(await page.findByRole('button', { name: '改期' }))
  await waitFor(() => expect(http.send).toHaveBeenCalled())
  expect(http.send.mock.calls[0]?.[2]).toEqual({ id: '1', rev: 3, due: '2026-11-20' })
})
