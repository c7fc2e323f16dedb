// @vitest-environment jsdom
// @fresh: the list of kinds that the dialog offers gets a member that no other file may see
import { cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { NewDocument } from '#designer/create/NewDocument.tsx'
import { type NewKind, newKinds } from '#designer/create/new-kinds.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { book, buildRuntime, draw, fakeHttp } from '../screens/support.tsx'
import type { PageServices } from '../services.tsx'

afterEach(cleanup)

/** Opens the dialog; the result are the requests that it sends. */
function openDialog(index: readonly object[] = [], loadScreen?: PageServices['loadScreen']) {
  const http = fakeHttp({ '/design/documents': { documents: [], newDrafts: [] }, '/schema/index': index })
  draw(
    <NewDocument onClose={vi.fn()} onCreated={vi.fn()} />,
    buildRuntime(http, { types: fieldTypes, ...(loadScreen && { loadScreen }) }),
  )
  return http.send
}

it('a kind that reads a sheet asks for its header, another one does not', () => {
  openDialog()
  expect(page.getByText('新增界面')).toBeTruthy()
  expect(page.getByLabelText('表头')).toBeTruthy()
  fireEvent.click(page.getByRole('radio', { name: '看板' }))
  expect(page.getByText('新增看板')).toBeTruthy()
  expect(page.queryByLabelText('表头')).toBeNull()
  expect(page.getByLabelText('编号')).toHaveProperty('placeholder', '如 report/overview')
})

it('a workflow is made for a screen with states, and by the moves that the screen has', async () => {
  const entry = { id: book.id, title: '书目', kind: 'screen', components: [], rev: '1' }
  const moves = [
    { code: 'send', title: '送审', from: ['待审核'], to: '审核中' },
    { code: 'agree', title: '同意', from: ['审核中'], to: '已审核' },
    { code: 'return', title: '退回', from: ['审核中'], to: '待审核' },
  ]
  const led = { ...book, flow: { ...book.flow, moves } } as unknown as ScreenDocument
  const send = openDialog(
    [
      { ...entry, hasFlow: true },
      { ...entry, id: 'base/plain', title: '没有审批的' },
    ],
    async () => structuredClone(led),
  )
  fireEvent.click(page.getByRole('radio', { name: '流程' }))
  expect(page.getByRole('button', { name: '开始设计' })).toHaveProperty('disabled', true)
  const choice = page.getByRole('combobox', { name: '界面' })
  fireEvent.mouseDown(choice)
  const option = await page.findByTitle('书目')
  expect(page.queryByTitle('没有审批的')).toBeNull()
  fireEvent.click(option)
  await vi.waitFor(() => expect(page.getByLabelText('名称')).toHaveProperty('value', '书目审批'))
  fireEvent.click(page.getByRole('button', { name: '开始设计' }))
  await vi.waitFor(() => expect(JSON.stringify(send.mock.calls)).toContain('"id":"bpm/smsp"'))
  expect(JSON.stringify(send.mock.calls)).toContain('"start":"send","pass":"agree","back":"return"')
})

it('a workflow is not begun without a screen with states, and says how to get one', async () => {
  openDialog()
  fireEvent.click(page.getByRole('radio', { name: '流程' }))
  expect(await page.findByText(/还没有带审批的界面/)).toBeTruthy()
})

it('a kind that is added to the list is offered by its title, and begins with its own document', async () => {
  ;(newKinds as unknown as NewKind[]).push({
    capability: 'hasChoices',
    group: 'dict',
    examples: { title: '如 柜型', id: '如 dict/case' },
    build: (id, title) => ({ version: 2, kind: 'dict', id, title, code: 'case', items: [] }),
  })
  const send = openDialog()
  fireEvent.click(page.getByRole('radio', { name: '字典' }))
  fireEvent.change(page.getByLabelText('名称'), { target: { value: '柜型' } })
  fireEvent.click(page.getByRole('button', { name: '开始设计' }))
  await vi.waitFor(() => expect(JSON.stringify(send.mock.calls)).toContain('"id":"dict/gx"'))
  expect(JSON.stringify(send.mock.calls)).toContain('"code":"case"')
})

it('a sheet whose rows were not stored is begun again from its stored draft', async () => {
  const send = openDialog()
  fireEvent.change(page.getByLabelText('表头'), { target: { value: '名称\t数量\n纸\t3\n' } })
  fireEvent.change(page.getByLabelText('名称'), { target: { value: '用纸' } })
  await vi.waitFor(() =>
    expect(page.getByRole('button', { name: '开始设计' })).toHaveProperty('disabled', false),
  )
  send.mockImplementation((async (_method: string, url: string) => {
    if (url.endsWith('/rows')) throw new Error('网络不通')
    return { result: null, message: '' }
  }) as never)
  fireEvent.click(page.getByRole('button', { name: '开始设计' }))
  expect(await page.findByText('网络不通')).toBeTruthy()
  const drafts = () =>
    send.mock.calls
      .filter(([, url]) => String(url).endsWith('/draft'))
      .map((call) => call[2] as { previous: string | null; version: string })
  fireEvent.click(await page.findByRole('button', { name: '开始设计' }))
  await vi.waitFor(() => expect(drafts()).toHaveLength(2))
  expect(drafts()[1]?.previous).toBe(drafts()[0]?.version)
})
