// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OpenedSource } from '#designer/draft/unsent-draft.ts'
import { WorkflowDesigner } from '#designer/workflow/WorkflowDesigner.tsx'
import type { DocumentProblem } from '#runtime/data/documents.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../../screens/support.tsx'

const leave: JsonObject = {
  version: 2,
  kind: 'workflow',
  id: 'bpm/leave-flow',
  title: '请假审批',
  screen: book.id,
  caseTitle: '请假',
  start: 'submit',
  pass: 'audit',
  back: 'back',
  steps: [
    {
      key: 'head',
      title: '负责人审批',
      type: 'approve',
      to: { heads: 1 },
      limit: { hours: 24, act: 'remind' },
    },
    {
      key: 'price',
      title: '贵不贵',
      type: 'branch',
      branches: [
        { title: '贵', when: 'price >= 100', steps: [{ key: 'boss', title: '馆长审批', type: 'approve' }] },
        { title: '不贵' },
      ],
    },
    { key: 'told', title: '抄送', type: 'copy', to: { users: ['=createBy'], positions: ['boss'] } },
  ],
}

const missing: DocumentProblem = {
  path: '/steps/1/branches/0/steps/0',
  code: 'MISSING_KEY',
  text: '缺少 to：谁来办，如 "to": { "heads": 1 }',
}

const dictUrl = (dict: string) => `/sys/dict/loadDictItem/${encodeURIComponent(dict)}`

function open(problems: DocumentProblem[] = []) {
  const http = fakeHttp({
    [dictUrl('sys_position,name,code')]: ['分管副馆长'],
    '/schema/index': [],
  })
  http.send.mockImplementation(async () => ({
    result: { problems, warnings: [], steps: [], renames: [], named: null, companions: [] },
    message: '',
  }))
  const source: OpenedSource = {
    id: String(leave.id),
    origin: 'file',
    current: leave,
    draft: null,
    revision: 1,
    pastedRows: 0,
    hasSamples: false,
    changes: [],
    conflicts: [],
    unsent: null,
  }
  const runtime = buildRuntime(http, {
    types: fieldTypes,
    loadScreen: async () => structuredClone({ ...book, flow: { ...book.flow } }) as never,
  })
  draw(<WorkflowDesigner source={source} onClose={vi.fn()} onOpen={vi.fn()} onReleased={vi.fn()} />, runtime)
}

const card = (place: string) => document.querySelector<HTMLElement>(`.view-flow-card[data-at="${place}"]`)
const readText = (place: string) => card(place)?.textContent ?? ''
const titles = () => [...document.querySelectorAll('.view-flow-card b')].map((title) => title.textContent)
const drawn = () => waitFor(() => expect(card('/steps/0')).not.toBeNull())
const focused = () => document.activeElement?.getAttribute('data-at')

beforeEach(() => fakeWindow())
afterEach(cleanup)

it('says on each card who decides, and on each branch when it is taken', async () => {
  open()
  await drawn()
  expect(readText('/steps/0')).toBe('审批负责人审批部门负责人（本部门）24 小时后催办')
  expect(readText('/steps/1/branches/0/steps/0')).toBe('审批馆长审批还没有选办理人')
  await waitFor(() => expect(readText('/steps/1/branches/0')).toBe('条件贵定价 大于等于 100.00'))
  expect(readText('/steps/1/branches/1')).toContain('其他条件都不成立时')
  await waitFor(() => expect(readText('/steps/2')).toBe('抄送抄送记录的创建人，岗位 分管副馆长'))
})

it('is walked and edited with keys, each edit undone', async () => {
  const user = userEvent.setup()
  open()
  await drawn()
  card('/steps/0')?.focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('/steps/1'))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('/steps/1/branches/0'))
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(focused()).toBe('/steps/1/branches/1'))
  card('/steps/0')?.focus()
  await user.keyboard('{Control>}d{/Control}')
  expect(titles().slice(1, 4)).toEqual(['负责人审批', '负责人审批', '贵不贵'])
  await waitFor(() => expect(focused()).toBe('/steps/1'))
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(titles().slice(1, 3)).toEqual(['负责人审批', '贵不贵'])
  await waitFor(() => expect(focused()).toBe('/steps/2'))
  await user.keyboard('{Delete}')
  expect(titles()).toEqual(['书目', '负责人审批', '贵不贵', '贵', '馆长审批', '不贵', '抄送'])
  await user.keyboard('{Control>}z{/Control}')
  expect(titles().filter((title) => title === '负责人审批')).toHaveLength(2)
})

it('adds a step of a chosen type between two steps, and shows its settings', async () => {
  const user = userEvent.setup()
  open()
  await drawn()
  await user.click(page.getByLabelText('在「负责人审批」后面添加步骤'))
  await user.click(await page.findByText('并行'))
  expect(titles().slice(1, 5)).toEqual(['负责人审批', '并行', '分支一', '分支二'])
  const settings = page.getByLabelText('并行的设置')
  const name = within(settings).getByLabelText('名称')
  await user.clear(name)
  await user.type(name, '会签')
  expect(titles()[2]).toBe('会签')
})

it('marks a step with problems, and goes to it from the list', async () => {
  const user = userEvent.setup()
  open([missing])
  await drawn()
  await waitFor(() => expect(readText('/steps/1/branches/0/steps/0')).toContain('1 处错误'))
  await user.click(within(page.getByLabelText('问题')).getByText('馆长审批'))
  expect(page.getByLabelText('馆长审批的设置')).toBeTruthy()
})

it('sets what a step may do with each field of the record', async () => {
  const user = userEvent.setup()
  open()
  await drawn()
  await user.click(card('/steps/0') as HTMLElement)
  const rights = await page.findByLabelText('附注的权限')
  await user.click(within(rights).getByText('可改'))
  expect(readText('/steps/0')).toContain('可改的字段 1 个')
  await user.click(within(rights).getByText('隐藏'))
  expect(readText('/steps/0')).toContain('不显示的字段 1 个')
  expect(readText('/steps/0')).not.toContain('可改的字段')
  await user.click(within(rights).getByText('只读'))
  expect(readText('/steps/0')).not.toContain('的字段')
})
