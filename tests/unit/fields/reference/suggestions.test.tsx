// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import type { Field, PickerDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { Form, getType, renderIn, silentHttp, stageRuntime } from '../stage.tsx'

beforeAll(() => getType('popup').preload?.(field))
afterEach(cleanup)

const goods: ScreenDocument = {
  version: 2,
  kind: 'screen',
  id: 'base/goods',
  title: '资料',
  fields: [
    { key: 'fcode', title: '编号', type: 'input', query: 'right_like' },
    { key: 'fname', title: '名称', type: 'input', query: 'like' },
    { key: 'fbarcode', title: '条码', type: 'input', query: 'eq' },
    { key: 'fprice', title: '单价', type: 'inputNumber', query: 'range' },
  ],
}
const picker: PickerDocument = {
  version: 2,
  kind: 'picker',
  id: 'picker/goods',
  title: '选择品名',
  code: 'rp_goods',
  source: { screen: 'base/goods' },
  fields: ['fcode', 'fname'],
  query: ['fname', 'fcode', 'fbarcode', 'fprice'],
  select: 'one',
}
const field: Field = {
  key: 'fspmc',
  title: '品名',
  type: 'popup',
  popupCode: 'rp_goods',
  orgFields: ['id', 'fname'],
  destFields: ['spid', 'fspmc'],
}
const records = [
  { id: '1', fcode: 'Z01', fname: '皮纸' },
  { id: '2', fcode: 'Z02', fname: '宣纸' },
]

/** A popup over a server that finds names and codes by a part of them. */
function open(over: Partial<Field> = {}) {
  const values = vi.fn()
  const notify = vi.fn()
  const get = vi.fn(async (_url: string, params: Record<string, unknown> = {}) => {
    const items = JSON.parse(String(params.superQueryParams ?? '[]')) as {
      field: 'fname' | 'fcode'
      val: string
    }[]
    const found = records.filter(
      (row) => items.length === 0 || items.some(({ field: key, val }) => row[key]?.includes(val)),
    )
    return { records: found, total: found.length }
  })
  renderIn(
    stageRuntime({
      http: { ...silentHttp, get: get as unknown as Http['get'] },
      notify,
      loadPicker: async () => picker,
      loadScreen: async () => goods,
    }),
    <>
      <Form
        type={getType('popup')}
        field={{ ...field, ...over }}
        initial={{ fspmc: '旧' }}
        onValues={values}
      />
      <button type="button">别处</button>
    </>,
  )
  const box = screen.getByLabelText<HTMLInputElement>('品名')
  box.focus()
  return { box, get, notify, values, last: () => values.mock.lastCall?.[0], hands: userEvent.setup() }
}
const marked = () => screen.queryByRole('option', { selected: true })?.textContent

describe('a picker input', () => {
  it('asks in one request for all text query fields, each by its rule and in the usual spellings', async () => {
    const { get, hands } = open()
    await hands.keyboard('z01')
    await screen.findByRole('option')
    const [, params = {}] = get.mock.lastCall ?? []
    expect(params).toMatchObject({ superQueryMatchType: 'or', pageNo: 1 })
    const items = JSON.parse(String(params.superQueryParams))
    expect(items).toContainEqual({ field: 'fname', rule: 'like', val: 'z01' })
    expect(items).toContainEqual({ field: 'fcode', rule: 'right_like', val: 'Z01' })
    expect(items).toContainEqual({ field: 'fbarcode', rule: 'eq', val: 'Z01' })
    expect(items.some((item: { field: string }) => item.field === 'fprice')).toBe(false)
  })

  it('takes the only hit on Enter, also when Enter is faster than the server', async () => {
    const { last, hands } = open()
    await hands.keyboard('宣{Enter}')
    await waitFor(() => expect(last()).toEqual({ fspmc: '宣纸', spid: '2' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  })

  it('marks the first of several hits on Enter instead of taking it, and takes the marked one', async () => {
    const { values, last, hands } = open()
    await hands.keyboard('纸{Enter}')
    await waitFor(() => expect(marked()).toBe('Z01皮纸'))
    expect(values).not.toHaveBeenCalled()
    await hands.keyboard('{ArrowDown}{Enter}')
    expect(last()).toEqual({ fspmc: '宣纸', spid: '2' })
  })

  it('marks an exact code among several hits', async () => {
    const { last, hands } = open()
    records.push({ id: '3', fcode: 'Z010', fname: '麻纸' })
    await hands.keyboard('z01')
    await waitFor(() => expect(marked()).toBe('Z01皮纸'))
    await hands.keyboard('{Enter}')
    expect(last()).toMatchObject({ spid: '1' })
    records.pop()
  })

  it('says that nothing was found, and keeps its record on Esc', async () => {
    const { box, values, hands } = open()
    await hands.keyboard('无{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('没有查询到任何数据')
    expect(screen.queryByRole('dialog')).toBeNull()
    await hands.keyboard('{Escape}')
    expect(box.value).toBe('旧')
    expect(values).not.toHaveBeenCalled()
  })

  it('takes the only hit when the focus leaves', async () => {
    const { last, hands } = open()
    await hands.keyboard('宣{Tab}')
    await waitFor(() => expect(last()).toEqual({ fspmc: '宣纸', spid: '2' }))
  })

  it('keeps a text without a hit when the focus leaves, and says why', async () => {
    const { box, notify, values, hands } = open()
    await hands.keyboard('无{Tab}')
    await waitFor(() => expect(notify).toHaveBeenCalledWith('warning', '没有查询到任何数据'))
    expect(box.value).toBe('无')
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(values).not.toHaveBeenCalled()
  })

  it('leaves the keys after Enter to the field in which they are typed', async () => {
    const { box, last, hands } = open()
    await hands.keyboard('宣{Enter}{Tab}')
    expect(document.activeElement).not.toBe(box)
    await waitFor(() => expect(last()).toEqual({ fspmc: '宣纸', spid: '2' }))
  })

  it('opens the first records by the arrow down, and the dialog by F4', async () => {
    const { hands } = open()
    await hands.keyboard('{ArrowDown}')
    expect(await screen.findAllByRole('option')).toHaveLength(2)
    await hands.keyboard('{F4}')
    await screen.findByRole('dialog', { name: '选择品名' })
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  })

  it('opens the dialog by F4 with the records that the typed text finds', async () => {
    document.execCommand = () => true
    const { hands } = open()
    await hands.keyboard('z02{F4}')
    const dialog = await screen.findByRole('dialog', { name: '选择品名' })
    const found = () =>
      [...dialog.querySelectorAll('tr[data-row-key]')].map((row) => row.getAttribute('data-row-key'))
    await waitFor(() => expect(found()).toEqual(['2']))
  })

  it('keeps a free text when nothing is marked', async () => {
    const { last, hands, box } = open({ allowInput: true })
    await hands.clear(box)
    await hands.type(box, '自拟')
    await screen.findByRole('alert')
    await hands.tab()
    expect(last()).toMatchObject({ fspmc: '自拟' })
  })
})
