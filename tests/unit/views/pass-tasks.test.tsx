// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { ExtensionsProvider, type NamedViewProps } from '#runtime/services/extensions.ts'
import { taskParts } from '#server/documents/led-screens.ts'
import { PassTasks } from '#views/workflow/PassTasks.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../screens/support.tsx'

const rows = [
  { id: '1', no: 'K1', name: '会稽志', kind: '府志', state: '待审核' },
  { id: '2', no: 'K2', name: '吴郡志', kind: '府志', state: '待审核' },
]
const led = { ...book, ...taskParts(book as never) }
const ActionView = (props: NamedViewProps) => <PassTasks {...props} />

const open = (screen: ScreenDocument, passed: object, phrases?: Promise<unknown>) => {
  const http = fakeHttp({
    [`/resource/${screen.id}/list`]: { records: rows, total: 2 },
    '/workflow/phrases': { shipped: ['同意'], own: [] },
  })
  const get = http.get.getMockImplementation() as (url: string) => Promise<unknown>
  if (phrases)
    http.get.mockImplementation((url: string) => (url === '/workflow/phrases' ? phrases : get(url)))
  http.send.mockResolvedValue({ result: passed, message: '' })
  draw(
    <ExtensionsProvider value={{ ActionView }}>
      <ListScreen screen={screen} />
    </ExtensionsProvider>,
    buildRuntime(http, { types: fieldTypes }),
  )
  return http
}

const passBoth = async () => {
  await page.findByText('会稽志')
  await userEvent.click(page.getAllByRole('checkbox')[0] as HTMLElement)
  await userEvent.click(page.getAllByRole('button', { name: '批量同意' })[0] as HTMLElement)
  const dialog = within(await page.findByRole('dialog', { name: '批量同意 2 件' }))
  await userEvent.type(await dialog.findByRole('textbox', { name: '意见' }), '好')
  await userEvent.click(dialog.getByRole('button', { name: '同意' }))
}

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('decides what waits for the user of the selected records, and names those that could not be decided', async () => {
  const failed = [{ id: '2', title: '吴郡志', text: '没有等您办理的步骤' }]
  const http = open(led, { passed: 1, failed })
  await passBoth()
  await waitFor(() => expect(http.send).toHaveBeenCalled())
  expect(http.send.mock.calls[0]?.slice(0, 3)).toEqual([
    ...['POST', '/workflow/pass-all'],
    { screen: led.id, records: ['1', '2'], opinion: '好' },
  ])
  const result = within(await page.findByRole('dialog', { name: '同意了 1 件，1 件没有办成' }))
  expect(result.getByText('吴郡志').parentElement?.textContent).toContain('没有等您办理的步骤')
})

it('sends the tasks themselves from the list of them', async () => {
  const http = open({ ...led, id: 'bpm/todo' }, { passed: 2, failed: [] })
  await passBoth()
  await waitFor(() => expect(http.send.mock.calls[0]?.[2]).toEqual({ tasks: ['1', '2'], opinion: '好' }))
  expect(page.queryByText(/没有办成/)).toBeNull()
})

it('asks for the opinion before the phrases are there, which leave what is typed as it is', async () => {
  let answer = (_phrases: unknown) => {}
  const phrases = new Promise((resolve) => (answer = resolve))
  open(led, { passed: 2, failed: [] }, phrases)
  await page.findByText('会稽志')
  await userEvent.click(page.getAllByRole('checkbox')[0] as HTMLElement)
  await userEvent.click(page.getAllByRole('button', { name: '批量同意' })[0] as HTMLElement)
  const dialog = within(await page.findByRole('dialog', { name: '批量同意 2 件' }))
  const opinion = await dialog.findByRole('textbox', { name: '意见' })
  await userEvent.type(opinion, '数量')
  answer({ shipped: ['请附合同'], own: [] })
  await userEvent.type(opinion, '相符')
  await waitFor(async () => {
    await userEvent.click(dialog.getByRole('combobox', { name: '常用意见' }))
    expect(page.getByTitle('请附合同')).toBeTruthy()
  })
  expect(dialog.getByRole('textbox', { name: '意见' })).toBe(opinion)
  expect(opinion).toHaveProperty('value', '数量相符')
})
