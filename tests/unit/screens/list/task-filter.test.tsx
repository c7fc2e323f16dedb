// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { taskFilter } from '#server/documents/led-screens.ts'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const listUrl = '/resource/catalog/book/list'
const led = { ...book, filters: [{ ...taskFilter, options: [...taskFilter.options] }] }

function Where() {
  return <p data-testid="where">{useLocation().search}</p>
}
const open = (screen: typeof book, at = '/') => {
  const rows = [{ id: '1', no: 'K1', name: '会稽志', kind: '府志', state: '待审核' }]
  const http = fakeHttp({ [listUrl]: { records: rows, total: 1 } })
  draw(
    <>
      <ListScreen screen={screen} />
      <Where />
    </>,
    buildRuntime(http, { types: fieldTypes }),
    at,
  )
  return () => http.get.mock.calls.findLast(([url]) => url === listUrl)?.[1] as Record<string, unknown>
}

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('asks for the own tasks, and keeps that in the address', async () => {
  const lastParams = open(led)
  await page.findByText('会稽志')
  await userEvent.click(page.getByRole('combobox', { name: '我的办理' }))
  await userEvent.click(await page.findByTitle('我的待办'))
  await userEvent.click(page.getByRole('button', { name: '查询' }))
  await waitFor(() => expect(lastParams()).toMatchObject({ _task: 'todo' }))
  expect(new URLSearchParams(page.getByTestId('where').textContent ?? '').get('q._task')).toBe('todo')
})

it('opens from a link, and says what is in force', async () => {
  const lastParams = open(led, '/?_task=done')
  await page.findByText('会稽志')
  expect(lastParams()).toMatchObject({ _task: 'done' })
  const chips = await page.findByRole('list', { name: '生效的条件' })
  expect(within(chips).getByRole('button', { name: '去掉条件：我的办理 我的已办' })).toBeTruthy()
})

it('is not there where no workflow leads the records', async () => {
  const lastParams = open(book, '/?_task=done')
  await page.findByText('会稽志')
  expect(page.queryByRole('combobox', { name: '我的办理' })).toBeNull()
  expect(lastParams()).not.toHaveProperty('_task')
})
