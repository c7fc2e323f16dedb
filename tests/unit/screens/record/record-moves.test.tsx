// @vitest-environment jsdom
import { cleanup, screen as page, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RecordMoves } from '#runtime/record/moves.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
import { record } from '../form/open-form.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const moves: RecordMoves['moves'] = [
  {
    id: 'm1',
    title: '驳回',
    isUndone: false,
    to: '已驳回',
    state: '已驳回',
    author: '陈素',
    time: '2025-09-24 09:00:00',
    opinion: '数量不符',
  },
  {
    id: 'm2',
    title: '审核',
    isUndone: false,
    to: '已审核',
    state: '已审核',
    author: '周敏',
    time: '2025-09-25 10:00:00',
    opinion: '',
  },
]
const answer: RecordMoves = { author: '李文澜', createTime: '2025-09-23 08:00:00', moves }
const approved = { ...record, state: '已审核' }

function open(
  mode: 'add' | 'edit' | 'detail',
  stored: object = approved,
  answered: unknown = answer,
  document: ScreenDocument = book,
) {
  const http = fakeHttp({
    '/resource/catalog/book/queryById': stored,
    '/resource/catalog/book/moves': answered,
    '/resource/catalog/book/next-moves': [{ code: 'audit', title: '审核', hindrance: '还有 2 册没有入藏' }],
  })
  const id = mode === 'add' ? {} : { id: '7' }
  draw(
    <FormHost screen={document} mode={mode} {...id} onClose={() => {}} onSaved={() => {}} />,
    buildRuntime(http),
  )
  return http
}
const factsShown = () =>
  [...document.querySelectorAll('.pro-moves-facts > div')].map((fact) =>
    [...fact.children].map(({ textContent }) => textContent),
  )
const wasRequested = (http: ReturnType<typeof fakeHttp>) =>
  http.get.mock.calls.some(([url]) => String(url).endsWith('/moves'))

it('a bill lists its moves with person, time and opinion, the newest one last', async () => {
  open('detail')
  const table = await page.findByRole('table', { name: '审批记录' })
  const [head, ...rows] = within(table).getAllByRole('row')
  const listCells = (row: HTMLElement | undefined) =>
    [...(row?.children ?? [])].map((cell) => cell.textContent)
  expect(listCells(head)).toEqual(['操作', '审核人', '审核时间', '意见'])
  expect(rows.map(listCells)).toEqual([
    ['驳回', '陈素', '2025-09-24 09:00:00', '数量不符'],
    ['审核', '周敏', '2025-09-25 10:00:00', '—'],
  ])
})

it('the view of a bill shows who wrote it, who approved it, and when', async () => {
  open('detail')
  await page.findByText('制单人')
  expect(factsShown()).toEqual([
    ['制单人', '李文澜'],
    ['制单时间', '2025-09-23 08:00:00'],
    ['审核人', '周敏'],
    ['审核时间', '2025-09-25 10:00:00'],
  ])
})

it('the stored approver is shown under the title of its field, unless the form shows the field itself', async () => {
  const flow = book.flow && {
    ...book.flow,
    moves: book.flow.moves.map((move) =>
      move.code === 'audit' ? { ...move, set: { checker: '=user.realname', checked: '=now()' } } : move,
    ),
  }
  const fields = [
    ...book.fields,
    { key: 'checker', title: '复核', type: 'input', form: false },
    { key: 'checked', title: '复核日', type: 'input' },
  ]
  const document = { ...book, fields, flow } as ScreenDocument
  open('detail', { ...approved, checker: '吴平', checked: '2025-09-26' }, { ...answer, moves: [] }, document)
  expect(await page.findByText('复核')).toBeTruthy()
  expect(factsShown().at(-1)).toEqual(['复核', '吴平'])
})

it('a bill that waits for its approval names nobody who approved it', async () => {
  open('detail', record)
  await page.findByText('制单人')
  expect(factsShown().map(([title]) => title)).toEqual(['制单人', '制单时间'])
})

it('the form of a returned bill shows the opinions, and a bill without moves has no list of them', async () => {
  open('edit', record)
  expect(await page.findByText('数量不符')).toBeTruthy()
  expect(factsShown()).toEqual([])
  cleanup()
  const http = open('edit', record, { ...answer, moves: [] })
  await page.findByLabelText('书名')
  await vi.waitFor(() => expect(wasRequested(http)).toBe(true))
  expect(page.queryByText('审批记录')).toBeNull()
})

it('nothing is requested for a new record, and for screens without approval', async () => {
  const fresh = open('add')
  await page.findByLabelText('书名')
  expect(wasRequested(fresh)).toBe(false)
  cleanup()
  const { flow: _, ...plain } = book
  const http = open('detail', approved, answer, plain as ScreenDocument)
  await page.findByLabelText('书名')
  expect(wasRequested(http)).toBe(false)
})

it('a failed request says that the moves are missing, and the bill stays', async () => {
  open('detail', approved, new Error('no'))
  expect(await page.findByText('审批记录没有加载出来')).toBeTruthy()
  expect(page.getByLabelText('书名')).toHaveProperty('value', '会稽志')
})

it('a bill says what hinders its next move, and names one without a hindrance', async () => {
  open('detail', record)
  const hindered = await page.findByText('现在不能审核：还有 2 册没有入藏')
  expect(hindered.closest('section')?.getAttribute('aria-label')).toBe('下一步')
  cleanup()
  open('detail')
  const next = await page.findByRole('region', { name: '下一步' })
  expect(
    within(next)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['反审核'])
})
