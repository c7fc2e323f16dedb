// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { OwnTask, RecordWorkflow, WayStep } from '#runtime/record/workflow/record-workflow.ts'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
// Loaded here, not within the time limit of a test.
import '#runtime/screens/form/document/DocumentForm.tsx'
import '#runtime/screens/form/workflow/WorkflowActions.tsx'
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
      people: [{ name: '陈素', status: 'passed', time: '2025-09-24 09:00:00', opinion: '数量相符' }],
    }),
    step('both', '会签', 'active', {
      kind: 'parallel',
      branches: [
        { title: '财务', steps: [step('money', '财务审核', 'active')] },
        { title: '库管', steps: [step('store', '库管核对', 'passed')] },
      ],
    }),
    step('end', '馆长审批', 'coming', {
      people: [{ name: '周敏', status: 'waiting', time: '', opinion: '' }],
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
    },
  ],
}

function Where() {
  const { pathname, search } = useLocation()
  return <p data-testid="where">{pathname + search}</p>
}

interface Setup {
  mode?: 'edit' | 'detail'
  found?: unknown
  waiting?: { screen: string; recordId: string }[]
}

function open({ mode = 'detail', found = workflow, waiting = [] }: Setup = {}) {
  const http = fakeHttp({
    '/resource/catalog/book/queryById': record,
    '/resource/catalog/book/moves': noMoves,
    '/resource/catalog/book/next-moves': [{ code: 'audit', title: '审核', hindrance: null }],
    '/workflow/record': found,
    '/resource/bpm/todo/list': { records: waiting, total: waiting.length },
    '/schema/index': [
      { id: 'bpm/todo', path: '/bpm/todo' },
      { id: 'stock/in-bill', path: '/stock/in-bill' },
    ],
    '/sys/dict/getDictItems/workflow_phrase': [{ value: '同意', text: '同意' }],
  })
  const runtime = buildRuntime(http, { types: fieldTypes })
  const onClose = vi.fn()
  draw(
    <>
      <FormHost screen={book} mode={mode} id="7" onClose={onClose} onSaved={() => {}} />
      <Where />
    </>,
    runtime,
  )
  return { http, runtime, onClose }
}
const click = async (name: string) => userEvent.click(await page.findByRole('button', { name }))
const dialog = async (name: string) => within(await page.findByRole('dialog', { name }))

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

it('after a decision the next task of the user opens', async () => {
  const { http, onClose } = open({ waiting: [{ screen: 'stock/in-bill', recordId: '31' }] })
  await click('准予入藏')
  const form = await dialog('准予入藏')
  await userEvent.type(form.getByLabelText('意见'), '可以')
  await userEvent.click(form.getByRole('button', { name: '准予入藏' }))
  await waitFor(() => expect(page.getByTestId('where').textContent).toBe('/stock/in-bill?form=detail&id=31'))
  expect(http.send.mock.calls).toEqual([
    ['POST', '/workflow/act', { task: 't1', action: 'pass', opinion: '可以' }],
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

it('a refusal needs its reason, goes to the starter or to a passed step, and the list follows the last task', async () => {
  const { http, runtime } = open()
  await click('退回')
  const form = await dialog('退回')
  await userEvent.click(form.getByRole('button', { name: '退回' }))
  expect(await form.findByText('请写明退回的原因')).toBeTruthy()
  expect(http.send).not.toHaveBeenCalled()
  await userEvent.click(form.getByRole('radio', { name: '部门负责人审批' }))
  await userEvent.type(form.getByLabelText('意见'), '缺清单')
  await userEvent.click(form.getByRole('button', { name: '退回' }))
  await waitFor(() => expect(page.getByTestId('where').textContent).toBe('/bpm/todo'))
  expect(http.send.mock.calls[0]?.[2]).toEqual({
    task: 't1',
    action: 'refuse',
    opinion: '缺清单',
    to: 'head',
  })
  expect(runtime.notify).toHaveBeenCalledWith('info', '没有别的待办了')
})

it('a step may let its people change fields with the decision: only what changed is sent', async () => {
  const { http } = open({ found: { ...workflow, tasks: [{ ...task, write: ['name', 'note'] }] } })
  await click('准予入藏')
  const form = await dialog('准予入藏')
  const name = await form.findByLabelText('书名')
  expect(name).toHaveProperty('value', '会稽志')
  await userEvent.type(form.getByLabelText('附注'), '，影印')
  await userEvent.click(form.getByRole('button', { name: '准予入藏' }))
  await waitFor(() => expect(http.send).toHaveBeenCalled())
  expect(http.send.mock.calls[0]?.[2]).toEqual({
    task: 't1',
    action: 'pass',
    opinion: '',
    values: { note: '附注，影印' },
  })
})

it('a starter withdraws with a reason, and stays at the record', async () => {
  const { http, onClose } = open({ found: { ...workflow, tasks: [], actions: ['withdraw', 'urge'] } })
  await click('撤回')
  const form = await dialog('撤回')
  await userEvent.click(form.getByRole('button', { name: '撤回' }))
  await waitFor(() => expect(http.send).toHaveBeenCalled())
  expect(http.send.mock.calls[0]).toEqual([
    'POST',
    '/workflow/case',
    { ids: 'c1', action: 'withdraw', opinion: '' },
  ])
  await waitFor(() => expect(page.queryByRole('dialog', { name: '撤回' })).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
})

it('nothing is requested while a record is edited', async () => {
  const { http } = open({ mode: 'edit' })
  await page.findByLabelText('书名')
  await page.findByRole('button', { name: '审核' })
  expect(http.get.mock.calls.some(([url]) => url === '/workflow/record')).toBe(false)
})
