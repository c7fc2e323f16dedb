// @vitest-environment jsdom
import { cleanup, screen as page, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { OwnTask, RecordWorkflow, WayStep } from '#runtime/record/workflow/record-workflow.ts'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
import { noMoves, record } from '../form/open-form.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const task: OwnTask = {
  id: 't1',
  title: '馆长审批',
  kind: 'decide',
  passText: '准予入藏',
  needsOpinion: false,
  actions: ['pass', 'refuse', 'transfer', 'delegate', 'add'],
  write: [],
  refuseTo: [{ key: 'head', title: '部门负责人审批' }],
  added: [],
}
const step = (key: string, title: string, state: WayStep['state'], more: Partial<WayStep> = {}): WayStep => ({
  key,
  title,
  kind: 'decide',
  state,
  people: [],
  ...more,
})
const workflow: RecordWorkflow = {
  case: {
    id: 'c1',
    workflow: 'catalog/approval',
    title: '入藏审批',
    status: 'running',
    starter: '李文澜',
    startTime: '2025-09-23 08:00:00',
    endTime: '',
  },
  tasks: [task],
  takeBack: [],
  actions: [],
  assignable: [],
  heldMoves: ['audit'],
  way: [
    step('head', '部门负责人审批', 'passed', {
      people: [
        { name: '陈素', status: 'passed', time: '2025-09-24 09:00:00', opinion: '数量相符', files: [] },
      ],
    }),
    step('both', '会签', 'active', {
      kind: 'parallel',
      branches: [
        { title: '财务', steps: [step('money', '财务审核', 'active')] },
        { title: '库管', steps: [step('store', '库管核对', 'passed')] },
      ],
    }),
    step('end', '馆长审批', 'coming', {
      people: [{ name: '周敏', status: 'waiting', time: '', opinion: '', files: [] }],
    }),
  ],
  log: [
    {
      id: 'l1',
      action: '提交',
      step: '',
      author: '李文澜',
      time: '2025-09-23 08:00:00',
      opinion: '',
      to: '',
      files: [],
      mentions: [],
    },
  ],
}

interface Setup {
  mode?: 'edit' | 'detail'
  found?: unknown
}

function open({ mode = 'detail', found = workflow }: Setup = {}) {
  const http = fakeHttp({
    '/resource/catalog/book/queryById': record,
    '/resource/catalog/book/moves': noMoves,
    '/resource/catalog/book/next-moves': [{ code: 'audit', title: '审核', hindrance: null }],
    '/workflow/record': found,
  })
  draw(
    <FormHost screen={book} mode={mode} id="7" onClose={() => {}} onSaved={() => {}} />,
    buildRuntime(http, { types: fieldTypes }),
  )
  return http
}

it('a record in a workflow shows its way, with branches, people and what is to come', async () => {
  open()
  const way = within(await page.findByRole('region', { name: '审批进度' }))
  expect(way.getByText('进行中')).toBeTruthy()
  expect(way.getByText('数量相符')).toBeTruthy()
  expect(way.getByText('陈素').parentElement?.textContent).toContain('已同意2025-09-24 09:00:00')
  const branch = way.getByRole('heading', { name: '财务' }).parentElement
  expect(branch?.querySelector('[aria-current="step"]')?.textContent).toContain('财务审核')
  expect(way.getByText('周敏').closest('li[data-state]')?.getAttribute('data-state')).toBe('coming')
})

it('a move that the workflow makes itself is not offered beside it', async () => {
  open()
  await page.findByRole('button', { name: '准予入藏' })
  expect(page.queryByRole('button', { name: '审核' })).toBeNull()
  expect(page.queryByRole('region', { name: '下一步' })).toBeNull()
  cleanup()
  open({ found: { ...workflow, case: null, tasks: [], heldMoves: [], way: [], log: [] } })
  expect(await page.findByRole('button', { name: '审核' })).toBeTruthy()
  expect(page.queryByRole('region', { name: '审批进度' })).toBeNull()
})

it('a record offers no move before its workflow is known', async () => {
  let answer: (found: object) => void = () => {}
  const known = new Promise<object>((resolve) => {
    answer = resolve
  })
  const http = open()
  const get = http.get.getMockImplementation() as (url: string) => Promise<unknown>
  http.get.mockImplementation((url: string) => (url === '/workflow/record' ? known : get(url)))
  await page.findByText('书名')
  await page.findByRole('button', { name: /关\s?闭/ })
  expect(page.queryByRole('button', { name: '审核' })).toBeNull()
  answer({ ...workflow, case: null, tasks: [], heldMoves: [], way: [], log: [] })
  expect(await page.findByRole('button', { name: '审核' })).toBeTruthy()
})

it('nothing is requested while a record is edited', async () => {
  const http = open({ mode: 'edit' })
  await page.findByLabelText('书名')
  await page.findByRole('button', { name: '审核' })
  expect(http.get.mock.calls.some(([url]) => url === '/workflow/record')).toBe(false)
})

it('a decision opens at once, and gets the phrases when they are there', async () => {
  const http = open()
  let answer: (found: object) => void = () => {}
  const phrases = new Promise<object>((resolve) => {
    answer = resolve
  })
  const get = http.get.getMockImplementation() as (url: string) => Promise<unknown>
  http.get.mockImplementation((url: string) => (url === '/workflow/phrases' ? phrases : get(url)))
  await userEvent.click(await page.findByRole('button', { name: '退回' }))
  const opinion = await page.findByRole('textbox', { name: /意见/ })
  await userEvent.type(opinion, '数量')
  answer({ shipped: ['请附合同'], own: [] })
  await userEvent.type(opinion, '不符')
  await userEvent.click(page.getByRole('combobox', { name: '常用意见' }))
  expect(await page.findByTitle('请附合同')).toBeTruthy()
  expect(opinion).toHaveProperty('value', '数量不符')
  expect(document.contains(opinion)).toBe(true)
})
