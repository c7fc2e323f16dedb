// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import { popupType } from '#runtime/fields/record/views.tsx'
import type { PickerDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { standInMedia } from '../../window.ts'
import { buildBill, openTable } from '../open-table.tsx'

standInMedia()

const goods: ScreenDocument = {
  version: 2,
  kind: 'screen',
  id: 'base/goods',
  title: '资料',
  fields: [
    { key: 'fname', title: '名称', type: 'input', query: 'like' },
    { key: 'fcode', title: '编号', type: 'input', query: 'eq' },
  ],
}
const picker: PickerDocument = {
  version: 2,
  kind: 'picker',
  id: 'picker/goods',
  title: '选择品名',
  code: 'rp_goods',
  source: { screen: 'base/goods' },
  fields: ['fname'],
  query: ['fname', 'fcode'],
  select: 'many',
}
const popup = {
  key: 'fspmc',
  title: '品名',
  type: 'popup',
  popupCode: 'rp_goods',
  orgFields: ['id', 'fname', 'funit'],
  destFields: ['spid', 'fspmc', 'funit'],
  onPick: { lookup: 'btgOrder.price', send: { spid: 'spid' }, fill: ['fprice'] },
  countField: 'fnum',
}
const bill = buildBill([
  popup,
  { key: 'spid', type: 'hidden' },
  { key: 'funit', title: '单位', type: 'input' },
  { key: 'fprice', title: '单价', type: 'inputNumber' },
  { key: 'fnum', title: '数量', type: 'inputNumber', defaultValue: 1 },
])
const records = [
  { id: '1', fname: '皮纸', funit: '张', fcode: '69012345' },
  { id: '2', fname: '宣纸', funit: '刀', fcode: '69012346' },
]

function insert(_name: string, _ui: boolean, text: string): boolean {
  const box = document.activeElement as HTMLInputElement
  fireEvent.input(box, { target: { value: box.value + text } })
  return true
}

beforeEach(() => {
  document.execCommand = insert as typeof document.execCommand
})
afterEach(cleanup)

/** A bill without rows; `search` delays the search of the records. */
async function open(search = async (_text: string) => {}) {
  await popupType.preload?.({ ...popup, key: 'fspmc', title: '品名', type: 'popup' })
  const get = async (_url: string, params: Record<string, unknown> = {}) => {
    const items = JSON.parse(String(params.superQueryParams ?? '[]')) as { val: string }[]
    await search(items[0]?.val ?? '')
    const found = records.filter(({ fname, fcode }) =>
      items.some(({ val }) => fname.includes(val) || fcode === val),
    )
    return { records: found, total: found.length }
  }
  const opened = openTable(bill, [], vi.fn(), {
    runtime: {
      http: {
        get: get as unknown as Http['get'],
        send: (async () => ({ result: { fprice: 10 }, message: '' })) as unknown as Http['send'],
        upload: vi.fn(),
        download: vi.fn(),
      },
      loadPicker: async () => picker,
      loadScreen: async () => goods,
    },
  })
  act(() => screen.getByRole('grid').focus())
  await opened.hands.keyboard('{Enter}')
  const lines = () => opened.store.filledRows.map(({ fspmc, fnum }) => [fspmc, fnum])
  return { ...opened, lines }
}
const activeField = () => document.querySelector<HTMLElement>('.detail-cell.is-active')?.dataset.field
/** A scanner: its code and Enter within a moment, however busy the machine is. */
async function scan({ hands }: Awaited<ReturnType<typeof open>>, code: string) {
  if (activeField() === 'fspmc') return hands.keyboard(`${code}{Enter}`)
  act(() => {
    for (const key of [...code, 'Enter']) {
      const target = document.activeElement as HTMLInputElement
      if (fireEvent.keyDown(target, { key }) && key !== 'Enter')
        fireEvent.input(target, { target: { value: target.value + key } })
    }
  })
}

it('a line takes two keys besides its text: Enter goes from the pick to the count, and from there to the next line', async () => {
  const { hands, lines } = await open()
  await hands.keyboard('宣{Enter}')
  expect(activeField()).toBe('fnum')
  await hands.keyboard('5{Enter}')
  expect(activeField()).toBe('fspmc')
  await hands.keyboard('皮{Enter}')
  await hands.keyboard('{Enter}')
  expect(activeField()).toBe('fspmc')
  await waitFor(() =>
    expect(lines()).toEqual([
      ['宣纸', 5],
      ['皮纸', 1],
    ]),
  )
})

it('a second scan of a record adds one to its row and says so, and one undo takes it back', async () => {
  const opened = await open()
  await scan(opened, '69012345')
  await waitFor(() => expect(opened.lines()).toEqual([['皮纸', 1]]))
  // The cursor is in the count: the next code is no count.
  await scan(opened, '69012346')
  await waitFor(() => expect(opened.lines()).toHaveLength(2))
  await scan(opened, '69012345')
  await waitFor(() =>
    expect(opened.lines()).toEqual([
      ['皮纸', 2],
      ['宣纸', 1],
    ]),
  )
  expect(screen.getByText('「皮纸」已在第 1 行，数量加到 2')).toBeTruthy()
  expect(activeField()).toBe('fspmc')
  expect(opened.store.errorCount).toBe(0)
  await scan(opened, '69012345')
  await waitFor(() => expect(opened.lines()[0]).toEqual(['皮纸', 3]))
  expect(opened.store.rows).toHaveLength(3)
  await opened.hands.keyboard('{Control>}z{/Control}')
  expect(opened.lines()[0]).toEqual(['皮纸', 2])
  expect(screen.queryByText(/数量加到/)).toBeNull()
})

it('a scan whose answer comes after the next scan leaves no row behind', async () => {
  const answers: (() => void)[] = []
  const opened = await open(async (text) => {
    if (text.length === 8) await new Promise<void>((resolve) => answers.push(resolve))
  })
  const answer = () => act(async () => answers.shift()?.())
  await scan(opened, '69012345')
  await waitFor(() => expect(answers).toHaveLength(1))
  await answer()
  await waitFor(() => expect(opened.lines()).toEqual([['皮纸', 1]]))
  await scan(opened, '69012345')
  await scan(opened, '69012346')
  await waitFor(() => expect(answers).toHaveLength(2))
  await answer()
  await waitFor(() => expect(opened.lines()[0]).toEqual(['皮纸', 2]))
  await answer()
  await waitFor(() =>
    expect(opened.store.rows.map(({ fspmc, fnum }) => [fspmc, fnum])).toEqual([
      ['皮纸', 2],
      ['宣纸', 1],
    ]),
  )
})

it('the same record by its name becomes a second line', async () => {
  const { hands, lines } = await open()
  await hands.keyboard('宣{Enter}{Enter}宣{Enter}')
  await waitFor(() =>
    expect(lines()).toEqual([
      ['宣纸', 1],
      ['宣纸', 1],
    ]),
  )
})

it('all records that the query finds become rows, within the limit of the bill, and none of them twice', async () => {
  const get = vi.fn(async (_url: string, _params: Record<string, unknown> = {}) => ({ records, total: 2 }))
  const notify = vi.fn()
  const stocked = buildBill([
    { ...popup, onPick: undefined, multi: true, pickWhere: { fcode: '$form.fplace' }, retake: '重新取单位' },
    { key: 'spid', type: 'hidden' },
    { key: 'funit', title: '单位', type: 'input' },
    { key: 'fnum', title: '数量', type: 'inputNumber' },
  ])
  stocked.fields.unshift({ key: 'fplace', title: '仓库', type: 'input' })
  const { store, hands, model } = openTable(
    stocked,
    [{ id: 'a', spid: '1', fspmc: '皮纸', funit: '卷', fnum: 3 }],
    notify,
    {
      runtime: {
        http: {
          get: get as unknown as Http['get'],
          send: vi.fn(),
          upload: vi.fn(),
          download: vi.fn(),
        },
        loadPicker: async () => picker,
        loadScreen: async () => goods,
      },
    },
  )
  const pickAll = { name: /^选入全部/ }
  await hands.click(screen.getByRole('button', { name: '批量选品名' }))
  expect(await screen.findByText('请先填写「仓库」，再选择')).toBeTruthy()
  expect(screen.queryByRole('button', pickAll)).toBeNull()
  act(() => model.setHead('fplace', '总库'))
  await waitFor(() => expect(screen.getByRole('button', pickAll).textContent).toBe('选入全部 2 条'))
  expect(screen.queryByLabelText('编号')).toBeNull()
  await hands.click(screen.getByRole('button', pickAll))
  await waitFor(() => expect(notify).toHaveBeenCalledWith('success', '选入了 1 条，另有 1 条已在明细里'))
  expect(store.rows.map(({ spid, fnum }) => [spid, fnum ?? null])).toEqual([
    ['1', 3],
    ['2', null],
  ])
  expect(get.mock.calls.every(([, params]) => params?.fcode_MultiString === '总库')).toBe(true)

  await hands.click(screen.getByRole('button', { name: '重新取单位' }))
  await waitFor(() => expect(notify).toHaveBeenCalledWith('success', '1 行的值变了'))
  expect(store.rows.map(({ funit, fnum }) => [funit, fnum ?? null])).toEqual([
    ['张', 3],
    ['刀', null],
  ])
})
