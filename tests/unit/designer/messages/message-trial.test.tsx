// @vitest-environment jsdom
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: messages name fields so.
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { MessageTrial } from '#designer/messages/MessageTrial.tsx'
import { listReadBefore, listToldChanges } from '#designer/messages/told-changes.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { TriedEntry } from '#runtime/record/changes/message-trial.ts'
import { buildRuntime, draw, fakeHttp } from '../../screens/support.tsx'

afterEach(cleanup)

const notify = { to: { users: ['=createBy'] }, title: '${fname}' }
const document = {
  version: 2,
  kind: 'screen',
  id: 'demo/shelf',
  title: '书架',
  table: { name: 'demo_shelf' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fnum', title: '数量', type: 'inputNumber' },
  ],
  flow: { field: 'fname', moves: [{ code: 'audit', title: '审核', from: ['a'], to: 'b' }] },
  ...Object.fromEntries([
    [
      'then',
      [
        { on: 'save', when: 'fnum > 10 and before.fnum <= 10', notify },
        { on: 'move', move: 'audit', notify },
        { on: 'remove', make: { screen: 'demo/log', values: {} } },
      ],
    ],
  ]),
}

it('the changes are those of entries with messages, and the values before are those that their conditions read', () => {
  expect(listToldChanges(document)).toEqual([
    { value: 'add', label: '新增' },
    { value: 'edit', label: '编辑' },
    { value: 'move audit', label: '审核' },
  ])
  expect(listReadBefore(document, 'edit').map(({ key }) => key)).toEqual(['fnum'])
  expect(listReadBefore(document, 'move audit')).toEqual([])
})

it('a trial lists who gets what and who nothing, and asks again with the value before the change', async () => {
  const answer: TriedEntry[] = [
    {
      at: 0,
      isMet: true,
      messages: [
        { way: '邮件', account: 'a', name: '张三', title: '甲', text: '三本', due: '2026-11-30 07:00:00' },
        { way: '邮件', account: 'b', name: '李四', title: '', text: '', omitted: '没有填邮箱' },
        { way: '飞书群', title: '甲', text: '' },
      ],
    },
    { at: 2, isMet: false, messages: [] },
  ]
  const record = { id: '1', fname: '甲', fnum: 3 }
  const http = fakeHttp({
    '/resource/demo/shelf/list': { records: [record], total: 1 },
    '/resource/demo/shelf/queryById': record,
  })
  http.send = vi.fn(async () => ({ result: answer, message: '' })) as never
  draw(
    <MessageTrial document={document} servedId="demo/shelf" onClose={vi.fn()} />,
    buildRuntime(http, { types: fieldTypes }),
  )
  const first = await page.findByRole('region', { name: '第 1 条' })
  const rows = within(first)
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows.slice(1)).toEqual([
    '张三邮件甲三本免打扰时段，2026-11-30 07:00:00 才发',
    '李四邮件不发：没有填邮箱',
    '群里的人飞书群甲',
  ])
  expect(page.getByRole('region', { name: '第 3 条' }).textContent).toContain('条件不成立，不发')
  fireEvent.click(page.getByText('编辑'))
  fireEvent.change(page.getByLabelText('改之前的数量'), { target: { value: '9' } })
  fireEvent.blur(page.getByLabelText('改之前的数量'))
  await waitFor(() =>
    expect(http.send).toHaveBeenLastCalledWith('POST', '/design/then/try', {
      document,
      screen: 'demo/shelf',
      record: '1',
      change: 'edit',
      before: { fnum: 9 },
    }),
  )
})
