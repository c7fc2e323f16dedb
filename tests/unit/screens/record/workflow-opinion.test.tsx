// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { OwnTask, RecordWorkflow } from '#runtime/record/workflow/record-workflow.ts'
import { taskForms } from '#runtime/screens/form/workflow/decisions.ts'
import { PhraseDialog } from '#runtime/screens/form/workflow/PhraseDialog.tsx'
import { WorkflowProgress } from '#runtime/screens/form/workflow/WorkflowProgress.tsx'
import { book, buildRuntime, draw, type FakeHttp, fakeHttp, fakeWindow } from '../support.tsx'

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const task: OwnTask = {
  ...{ id: 't1', title: '初审', kind: 'decide', passText: '同意', needsOpinion: false },
  ...{ actions: ['pass', 'refuse'], write: [], refuseTo: [], added: [] },
}
const scene = { screen: book, record: {}, phrases: ['同意', '请附合同'] }

it('a decision sends its attachments and the people whom it names, and is kept as a phrase where the user says so', () => {
  const { document, buildBody } = taskForms.pass(task, scene)
  expect(document.fields.find(({ key }) => key === '_phrase')?.options).toEqual([
    { value: '同意', text: '同意' },
    { value: '请附合同', text: '请附合同' },
  ])
  const written = {
    _opinion: '好',
    _files: 'workflow/a.pdf,workflow/b.pdf',
    _mentions: 'chen,zhou',
    _keeps: 'Y',
  }
  expect(buildBody(written)).toEqual({
    ...{ task: 't1', action: 'pass', opinion: '好', keeps: true },
    ...{ files: ['workflow/a.pdf', 'workflow/b.pdf'], mentions: ['chen', 'zhou'] },
  })
  expect(buildBody({ _opinion: null, _files: null, _mentions: '', _keeps: 'N' })).toEqual({
    ...{ task: 't1', action: 'pass', opinion: '' },
  })
  expect(
    taskForms.refuse(task, scene).buildBody({ ...written, _place: null, _target: '_starter' }),
  ).toMatchObject({ action: 'refuse', files: ['workflow/a.pdf', 'workflow/b.pdf'] })
})

it('the progress shows attachments as links, and whom an opinion names', () => {
  const files = [{ path: 'workflow/a.pdf', name: '报价单.pdf' }]
  const found: RecordWorkflow = {
    ...{ tasks: [], takeBack: [], actions: [], assignable: [], heldMoves: [] },
    case: {
      ...{ id: 'c1', workflow: '入藏审批', title: '会稽志', status: 'running', starter: '李文澜' },
      ...{ startTime: '2025-09-23 08:00:00', endTime: '' },
    },
    way: [
      {
        ...{ key: 'first', title: '初审', kind: 'decide', state: 'passed' },
        people: [{ name: '陈素', status: 'passed', time: '', opinion: '见附件', files }],
      },
    ],
    log: [
      {
        ...{ id: '1', action: '同意', step: '初审', author: '陈素', time: '', opinion: '见附件', to: '' },
        ...{ files, mentions: ['周敏'] },
      },
    ],
  }
  draw(<WorkflowProgress workflow={found} onNews={() => {}} />, buildRuntime(fakeHttp({})))
  const links = page.getAllByRole('link', { name: /报价单\.pdf/, hidden: true })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/jeecg-boot/sys/common/static/workflow/a.pdf',
    '/jeecg-boot/sys/common/static/workflow/a.pdf',
  ])
  expect(page.getByText(/，提到 周敏/)).toBeTruthy()
})

const openPhrases = (answer: unknown): FakeHttp => {
  const http = fakeHttp({ '/workflow/phrases': answer })
  draw(<PhraseDialog onClose={() => {}} />, buildRuntime(http, { types: fieldTypes }))
  return http
}

it('the own phrases are added and, after a question, removed', async () => {
  const http = openPhrases({ shipped: ['同意'], own: [{ id: '7', text: '请附合同' }] })
  const list = within(await page.findByRole('dialog', { name: '常用意见' }))
  await userEvent.type(list.getByRole('textbox', { name: '新的常用意见' }), '数量已核')
  await userEvent.click(list.getByRole('button', { name: '添加' }))
  await waitFor(() =>
    expect(http.send).toHaveBeenCalledWith('POST', '/workflow/phrases', { text: '数量已核' }),
  )
  expect(list.queryByText('同意')).toBeNull()
  await userEvent.click(await list.findByRole('button', { name: '删除 请附合同' }))
  expect(http.send).toHaveBeenCalledTimes(1)
  await userEvent.click(await page.findByRole('button', { name: '删除' }))
  await waitFor(() =>
    expect(http.send).toHaveBeenLastCalledWith('POST', '/workflow/phrases/remove', { id: '7' }),
  )
})

it('a new phrase is sent once, and is not lost unasked', async () => {
  const http = openPhrases({ shipped: [], own: [] })
  const dialog = await page.findByRole('dialog', { name: '常用意见' })
  const text = within(dialog).getByRole('textbox', { name: '新的常用意见' })
  await userEvent.type(text, '数量已核')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await userEvent.click(await page.findByRole('button', { name: '继续填写' }))
  let answer = (_answer: unknown) => {}
  http.send.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  await userEvent.type(text, '{Enter}{Enter}')
  expect(http.send).toHaveBeenCalledTimes(1)
  answer({ result: null, message: '' })
  await waitFor(() => expect(text).toHaveProperty('value', ''))
})

it('without own phrases the dialog says so', async () => {
  openPhrases({ shipped: [], own: [] })
  expect(await page.findByText('还没有自己的常用意见')).toBeTruthy()
})
