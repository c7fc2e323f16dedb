// @vitest-environment jsdom
// @fresh: the list of kinds that the dialog offers gets a member that no other file may see
import { cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { NewDocument } from '#designer/create/NewDocument.tsx'
import { type NewKind, newKinds } from '#designer/create/new-kinds.ts'
import { buildRuntime, draw, fakeHttp } from '../screens/support.tsx'

afterEach(cleanup)

/** Opens the dialog; the result are the requests that it sends. */
function openDialog() {
  const http = fakeHttp({ '/design/documents': { documents: [], newDrafts: [] } })
  draw(<NewDocument onClose={vi.fn()} onCreated={vi.fn()} />, buildRuntime(http))
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
