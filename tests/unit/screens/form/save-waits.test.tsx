// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { popupType } from '#runtime/fields/record/views.tsx'
import type { FormDocument, PickerDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { DocumentForm } from '#runtime/screens/form/document/DocumentForm.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const bookField = {
  key: 'ftitle',
  title: '书名',
  type: 'popup',
  popupCode: 'rp_book',
  orgFields: ['id', 'ftitle'],
  destFields: ['fbookid', 'ftitle'],
  onPick: { lookup: 'loan.place', send: { fbookid: 'fbookid' }, fill: ['fplace'] },
}
const readerField = {
  key: 'freader',
  title: '读者',
  type: 'popup',
  popupCode: 'rp_reader',
  orgFields: ['id', 'ftitle'],
  destFields: ['freaderid', 'freader'],
  onPick: { lookup: 'loan.reader', send: { freaderid: 'freaderid' }, fill: ['fout'] },
}
const lend = {
  version: 2,
  kind: 'form',
  id: 'reader/lend',
  title: '借书',
  open: 'page',
  fields: [
    { ...readerField, validateRules: [{ required: true, message: '请选择读者' }] },
    { key: 'freaderid', type: 'hidden' },
    { key: 'fout', title: '在借册数', type: 'inputNumber', disabled: true },
    {
      key: 'books',
      title: '借出的书',
      type: 'table',
      minRows: 1,
      fields: [
        bookField,
        { key: 'fbookid', type: 'hidden' },
        { key: 'fplace', title: '位置', type: 'input', disabled: true },
      ],
    },
  ],
  submit: { title: '借出', method: 'POST', url: '/lend' },
} as unknown as FormDocument
const catalogue = {
  version: 2,
  kind: 'screen',
  id: 'catalog/book',
  title: '书目',
  fields: [
    { key: 'ftitle', title: '书名', type: 'input', query: 'like' },
    { key: 'fcode', title: '索书号', type: 'input', query: 'eq' },
  ],
} as unknown as ScreenDocument
const picker: PickerDocument = {
  version: 2,
  kind: 'picker',
  id: 'picker/book',
  title: '选择书目',
  code: 'rp_book',
  source: { screen: 'catalog/book' },
  fields: ['ftitle'],
  query: ['ftitle', 'fcode'],
  select: 'one',
}
const CODE_LENGTH = 8
const records = [
  { id: '1', ftitle: '会稽志', fcode: '69012345' },
  { id: '2', ftitle: '剡录', fcode: '69012346' },
  { id: '9', ftitle: '陈书客', fcode: 'DZ202601' },
]

function insert(_name: string, _ui: boolean, text: string): boolean {
  const box = document.activeElement as HTMLInputElement
  fireEvent.input(box, { target: { value: box.value + text } })
  return true
}

beforeEach(() => {
  fakeWindow()
  document.execCommand = insert as typeof document.execCommand
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Requests that wait for the test: `answer` lets the oldest of them go on. */
function holdRequests() {
  const held: (() => void)[] = []
  let isHolding = false
  return {
    held,
    hold: () => {
      isHolding = true
    },
    arrive: () => (isHolding ? new Promise<void>((resolve) => held.push(resolve)) : Promise.resolve()),
    answer: () => act(async () => held.shift()?.()),
  }
}

/** The lending counter with its reader scanned and its cursor in an empty row of books. */
async function openCounter() {
  await popupType.preload?.(bookField)
  const requests = holdRequests()
  const http = fakeHttp({})
  http.get.mockImplementation(async (_url: string, params: Record<string, unknown> = {}) => {
    const items = JSON.parse(String(params.superQueryParams ?? '[]')) as { val: string }[]
    // A search may begin before the whole code is typed.
    if (items[0]?.val.length === CODE_LENGTH) await requests.arrive()
    const found = records.filter(({ ftitle, fcode }) =>
      items.some(({ val }) => ftitle.includes(val) || fcode === val),
    )
    return { records: found, total: found.length }
  })
  const sent: unknown[] = []
  http.send.mockImplementation(async (_method: string, url: string, body: unknown) => {
    if (url === '/lend') {
      sent.push(body)
      return { result: {}, message: '已登记' }
    }
    await requests.arrive()
    return { result: url.endsWith('reader') ? { fout: 3 } : { fplace: '甲库' }, message: '' }
  })
  const runtime = buildRuntime(http, {
    types: fieldTypes,
    loadPicker: async () => picker,
    loadScreen: async () => catalogue,
  })
  const onClose = vi.fn()
  draw(<DocumentForm document={lend} params={{}} onClose={onClose} />, runtime)
  const hands = userEvent.setup()
  const reader = await page.findByRole('combobox', { name: '读者' })
  const grid = await page.findByRole('grid')
  const goToBooks = async () => {
    act(() => grid.focus())
    await hands.keyboard('{Enter}')
  }
  return { hands, reader, goToBooks, requests, sent, runtime, onClose }
}
type Counter = Awaited<ReturnType<typeof openCounter>>

async function scanReader({ hands, reader }: Counter): Promise<void> {
  act(() => reader.focus())
  await hands.keyboard('DZ202601{Enter}')
}
async function openWithReader(): Promise<Counter> {
  const counter = await openCounter()
  await scanReader(counter)
  await waitFor(() => expect(page.getByLabelText('在借册数')).toHaveProperty('value', '3'))
  await counter.goToBooks()
  return counter
}
const save = ({ hands }: Counter) => hands.keyboard('{Control>}s{/Control}')
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))
const listBooks = (body: unknown) =>
  (body as { books: { ftitle: string; fplace: string }[] }).books.map(({ ftitle, fplace }) => [
    ftitle,
    fplace,
  ])

it('Ctrl+S saves the scanned books after their search and their lookup have answered', async () => {
  const counter = await openWithReader()
  const { hands, requests, sent } = counter
  await hands.keyboard('69012345{Enter}')
  await waitFor(() => expect(page.getByText('甲库')).toBeTruthy())
  requests.hold()
  await hands.keyboard('69012346{Enter}')
  await save(counter)
  await waitFor(() => expect(requests.held).toHaveLength(1))
  await pause()
  expect(sent).toEqual([])
  await requests.answer()
  await waitFor(() => expect(requests.held).toHaveLength(1))
  await pause()
  expect(sent).toEqual([])
  await requests.answer()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(listBooks(sent[0])).toEqual([
    ['会稽志', '甲库'],
    ['剡录', '甲库'],
  ])
})

it('Ctrl+S saves a book whose code is typed and not entered', async () => {
  const counter = await openWithReader()
  const { hands, sent } = counter
  await hands.keyboard('69012345{Enter}')
  await waitFor(() => expect(page.getByText('甲库')).toBeTruthy())
  await hands.keyboard('69012346')
  await save(counter)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(listBooks(sent[0])).toEqual([
    ['会稽志', '甲库'],
    ['剡录', '甲库'],
  ])
})

it('Ctrl+S waits for the reader too', async () => {
  const counter = await openCounter()
  const { hands, requests, sent, goToBooks } = counter
  await goToBooks()
  await hands.keyboard('69012345{Enter}')
  await waitFor(() => expect(page.getByText('甲库')).toBeTruthy())
  requests.hold()
  await scanReader(counter)
  await save(counter)
  await waitFor(() => expect(requests.held).toHaveLength(1))
  await requests.answer()
  await waitFor(() => expect(requests.held).toHaveLength(1))
  await pause()
  expect(sent).toEqual([])
  await requests.answer()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ freaderid: '9', fout: 3 })
})

it('Ctrl+S saves nothing when the code of a scanned book finds no book', async () => {
  const counter = await openWithReader()
  const { hands, requests, sent } = counter
  await hands.keyboard('69012345{Enter}')
  await waitFor(() => expect(page.getByText('甲库')).toBeTruthy())
  requests.hold()
  await hands.keyboard('69019999{Enter}')
  await save(counter)
  await waitFor(() => expect(requests.held).toHaveLength(1))
  await requests.answer()
  await pause()
  expect(sent).toEqual([])
  expect(page.getAllByText('没有查询到任何数据').length).toBeGreaterThan(0)
})
