// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, type Mock, vi } from 'vitest'
import { LinksEditor } from '#app/home/LinksEditor.tsx'
import { ApprovalDialog } from '#designer/approval/ApprovalDialog.tsx'
import { NewDictionary } from '#designer/dictionary/NewDictionary.tsx'
import type { Design } from '#designer/draft/useDesign.ts'
import { ImportPackage } from '#designer/package/ImportPackage.tsx'
import { MappingDialog } from '#designer/picker/MappingDialog.tsx'
import { Release } from '#designer/release/Release.tsx'
import { QueryDesigner } from '#designer/report/query/QueryDesigner.tsx'
import { ReviewerDialog } from '#designer/review/ReviewerDialog.tsx'
import { BpmnDialog } from '#designer/workflow/bpmn/BpmnDialog.tsx'
import { ConditionSetting } from '#designer/workflow/condition/ConditionSetting.tsx'
import { fieldTypes } from '#runtime/fields/index.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { expectGuarded, expectUnguarded } from '../../screens/guarded.ts'
import { book, buildRuntime, draw, type FakeHttp, fakeHttp, fakeWindow } from '../../screens/support.tsx'

beforeEach(() => fakeWindow())
afterEach(cleanup)

const packed = {
  ...{ id: 'base/goods', title: '物品', kind: 'screen', state: 'new', action: 'create', changes: [] },
  names: [],
}
const plan = {
  documents: [packed],
  ...{ faults: [], problems: [], warnings: [], steps: [], missing: [], parts: null },
}
const buildHttp = (): FakeHttp => {
  const http = fakeHttp({
    '/design/reviewers': [],
    '/design/documents/base/shelf/reviews': { isRequired: false, reviews: [] },
    '/design/documents': { documents: [], newDrafts: [] },
  })
  http.send.mockImplementation(async (_method: string, url: string) => ({
    result: url.endsWith('/inspect') ? plan : null,
    message: '',
  }))
  return http
}
const type = (label: string) =>
  fireEvent.change(page.getByLabelText(label), { target: { value: '加了颜色' } })
const tables = [{ name: 'bas_goods', title: '物品', columns: [] }]
const shelf = { id: 'base/shelf', kind: 'screen', title: '书架', fields: [] }
const inspection = {
  ...{ problems: [], warnings: [], steps: [], companions: [], renames: [], named: null },
}
const design = {
  ...{ base: shelf, document: shelf, inspection, isInspected: true, isChanged: true },
  session: { release: async () => ({ revision: 2 }) },
} as unknown as Design

const choose = async (name: string, option: string) => {
  fireEvent.mouseDown(page.getByRole('combobox', { name }))
  fireEvent.click(await page.findByTitle(option))
}

const dialogs: [string, (onClose: Mock) => ReactNode, () => unknown][] = [
  [
    'of the values that a chosen record fills',
    (onClose) => (
      <MappingDialog
        field={{ key: 'a', title: '物品' }}
        siblings={[{ key: 'unit', title: '单位', type: 'input' }]}
        {...{ sources: [], drafts: [], isFailed: false, onChange: vi.fn(), onClose }}
      />
    ),
    () => choose('第 1 行写到', '单位 unit'),
  ],
  [
    'of the query of a report',
    (onClose) => <QueryDesigner document={{}} tables={tables} onChange={vi.fn()} onClose={onClose} />,
    () => choose('从哪里取', '物品'),
  ],
  [
    'of a workflow file',
    (onClose) => <BpmnDialog document={{}} onChange={vi.fn()} onClose={onClose} />,
    () => type('BPMN 文件的内容'),
  ],
  [
    'of a release',
    (onClose) => <Release {...{ design, pastedRows: 0, onClose, onReleased: vi.fn() }} />,
    () => type('说明'),
  ],
  [
    'of a review',
    (onClose) => <ReviewerDialog id="base/shelf" rule="" onSend={vi.fn()} onClose={onClose} />,
    () => type('说明'),
  ],
  [
    'of an approval',
    (onClose) => (
      <ApprovalDialog document={{ ...book } as never} base={null} onChange={vi.fn()} onClose={onClose} />
    ),
    () => type('新的状态'),
  ],
  [
    'of a new dictionary',
    (onClose) => <NewDictionary fieldTitle="柜型" codes={new Set()} onClose={onClose} onCreated={vi.fn()} />,
    () => type('字典项'),
  ],
  [
    'of the links of the home page',
    (onClose) => (
      <LinksEditor
        targets={[{ title: '入库单', href: '/in-bill', group: '' }]}
        {...{ paths: ['/in-bill'], isOwn: false, onKeep: vi.fn(), onClose }}
      />
    ),
    () => fireEvent.click(page.getByRole('button', { name: '移除入库单' })),
  ],
  [
    'of a package',
    (onClose) => <ImportPackage onClose={onClose} onChange={vi.fn()} />,
    async () => {
      const file = new File(['{}'], '物品.json', { type: 'application/json' })
      fireEvent.change(page.getByLabelText('文档包'), { target: { files: [file] } })
      await page.findByLabelText('说明')
      type('说明')
    },
  ],
]

it.each(dialogs)(
  'the dialog %s asks before changed input is lost, and asks nothing before',
  async (_, build, change) => {
    const onClose = vi.fn()
    draw(build(onClose), buildRuntime(buildHttp(), { types: fieldTypes }))
    const dialog = await page.findByRole('dialog')
    expectUnguarded(dialog, onClose)
    await change()
    await expectGuarded(dialog, onClose)
  },
)

it('the dialog of a condition asks before the changed condition is lost', async () => {
  const bound = { screen: book, titles: new Map(), queried: new Map(), codes: [] } as never
  draw(
    <ConditionSetting label="条件" empty="总是" value={undefined} bound={bound} onChange={vi.fn()} />,
    buildRuntime(buildHttp(), { types: fieldTypes }),
  )
  fireEvent.click(page.getByRole('button', { name: '设置条件' }))
  await page.findByRole('dialog')
  expect(hasUnsaved()).toBe(false)
  fireEvent.click(page.getAllByRole('button', { name: '添加条件' })[0] as HTMLElement)
  await waitFor(() => expect(hasUnsaved()).toBe(true))
  fireEvent.click(page.getByRole('button', { name: '取消' }))
  fireEvent.click(await page.findByRole('button', { name: '放弃修改' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

it('nothing counts as unsaved when a released document or the draft of a new one opens', async () => {
  const states: boolean[] = []
  const note = vi.fn(() => states.push(hasUnsaved()))
  const runtime = buildRuntime(buildHttp(), { types: fieldTypes })
  const { unmount } = draw(
    <Release design={design} pastedRows={0} onClose={vi.fn()} onReleased={note} />,
    runtime,
  )
  type('说明')
  fireEvent.click(page.getByRole('button', { name: '发布' }))
  await waitFor(() => expect(note).toHaveBeenCalledTimes(1))
  unmount()
  draw(<NewDictionary fieldTitle="柜型" codes={new Set()} onClose={vi.fn()} onCreated={note} />, runtime)
  type('字典项')
  await waitFor(() => expect(hasUnsaved()).toBe(true))
  fireEvent.click(page.getByRole('button', { name: '建好并选用' }))
  await waitFor(() => expect(note).toHaveBeenCalledTimes(2))
  expect(states).toEqual([false, false])
})
