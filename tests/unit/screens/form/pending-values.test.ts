import { afterEach, expect, it, vi } from 'vitest'
import { FileQueue } from '#runtime/fields/files/file-queue.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { bindHeadValue } from '#runtime/record/rows/value-binding.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { collectProblems } from '#runtime/screens/form/save/collect.ts'
import { formProblems } from '#runtime/screens/form/save/problems.ts'
import { followModel, moveSession, openSession } from '#runtime/screens/form/session.ts'
import { env, lookup } from '../../record/bill.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const document = {
  version: 2,
  kind: 'screen',
  id: 'stock/bill',
  title: '入库单',
  fields: [
    { key: 'fname', title: '品名', type: 'input' },
    { key: 'ffiles', title: '附件', type: 'file', validateRules: [{ required: true }] },
    { key: 'fother', title: '图纸', type: 'file', showIf: "fname == '有图'" },
  ],
} as unknown as ScreenDocument
const edit = env('edit')
const options = { types: fieldTypes, lookup, can: () => true }
const sessionEnv = { types: fieldTypes, can: () => true, options, env: edit }
const asked = { ...options, env: edit, handlers: { handlers: undefined, checkByCode: async () => null } }

function open() {
  const session = openSession(document, { id: '1', rev: 1, fname: '纸' }, sessionEnv)
  ends.push(followModel(session))
  session.form.createField({ name: 'ffiles', component: [] as never })
  const ways: { done(path: string): void; fail(error: Error): void }[] = []
  const send = () => new Promise<string>((done, fail) => ways.push({ done, fail }))
  const begin = (key: string) =>
    new FileQueue(bindHeadValue(session.model, key), { field: {}, send, reportFailure: vi.fn() })
  return { session, ways, begin }
}
const said = async (session: Parameters<typeof collectProblems>[0]) =>
  (await collectProblems(session, asked as never)).map(({ path, text }) => `${path} ${text}`)

it('a form cannot be saved while files of a field are not stored, and shows the remedy at the field', async () => {
  const { session, ways, begin } = open()
  const queue = begin('ffiles')
  queue.add(new File(['x'], 'a.pdf'), 'u')
  expect(await said(session)).toEqual(['/ffiles 文件正在上传，请稍候'])
  expect(formProblems(session)).toEqual([{ path: '/ffiles', text: '文件正在上传，请稍候' }])
  expect(session.model.isChanged).toBe(true)
  ways[0]?.fail(new Error('磁盘已满'))
  await vi.waitFor(() =>
    expect(formProblems(session)).toEqual([{ path: '/ffiles', text: '有文件上传失败，请重试或移除' }]),
  )
  expect(await said(session)).toEqual(['/ffiles 有文件上传失败，请重试或移除'])
  queue.retry('u')
  await vi.waitFor(() => expect(formProblems(session)).toEqual([]))
  ways[1]?.done('temp/a.pdf')
  await vi.waitFor(() => expect(session.form.getValuesIn('ffiles')).toBe('temp/a.pdf'))
  expect(await said(session)).toEqual([])
})

it('pending files of a hidden field do not block the save', async () => {
  const { session, begin } = open()
  session.model.setHead('ffiles', 'temp/a.pdf')
  begin('fother').add(new File(['x'], 'b.pdf'), 'u')
  expect(await said(session)).toEqual([])
  session.model.setHead('fname', '有图')
  expect(await said(session)).toEqual(['/fother 文件正在上传，请稍候'])
})

it('a running upload continues in the same form after the document changes', async () => {
  const { session, ways, begin } = open()
  begin('ffiles').add(new File(['x'], 'a.pdf'), 'u')
  const next = moveSession(session, { ...document, title: '新入库单' }, sessionEnv)
  ends.push(followModel(next))
  ways[0]?.done('temp/a.pdf')
  await vi.waitFor(() => expect(next.model.head.ffiles).toBe('temp/a.pdf'))
  expect(next.model.hasPending).toBe(false)
})
