// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { runPickerLookup } from '#runtime/data/picker-lookup.ts'
import { selectedRows } from '#runtime/fields/kit/picker/usePicker.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { Field, PickerDocument, ScreenDocument } from '#runtime/schema/types.ts'
import type { PageServices } from '../../services.tsx'
import { Form, getType, renderIn, silentHttp, stageRuntime } from '../stage.tsx'

afterEach(cleanup)

const goods: ScreenDocument = {
  version: 2,
  kind: 'screen',
  id: 'base/goods',
  title: '资料',
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fspec', title: '规格', type: 'input' },
    { key: 'fcost', title: '成本', type: 'inputNumber', access: { read: 'goods:cost' } },
  ],
}
const picker: PickerDocument = {
  version: 2,
  kind: 'picker',
  id: 'picker/goods',
  title: '选择品名',
  code: 'rp_goods',
  source: { screen: 'base/goods' },
  fields: ['fname', 'fspec', 'fcost'],
  query: ['fname'],
  select: 'many',
}
const records = [
  { id: '1', fname: '皮纸', fspec: '四尺' },
  { id: '2', fname: '档案盒', fspec: 'A4' },
]
const field: Field = {
  key: 'fspmc',
  title: '品名',
  type: 'popup',
  popupCode: 'rp_goods',
  orgFields: ['id', 'fname', 'fspec'],
  destFields: ['spid', 'fspmc', 'fspec'],
}
const onPick = { lookup: 'btgOrder.getspinfobefore', send: { spid: 'spid' }, fill: ['fprice', 'fkcnum'] }

const prices: Record<string, number> = { '1': 420, '2': 8.6 }
const lookUp = async (_method: string, _url: string, body: unknown) => ({
  result: { fprice: prices[(body as { spid: string }).spid], fkcnum: 6, fother: 'x' },
  message: '',
})

async function open(
  over: Partial<PageServices> & {
    more?: Partial<Field>
    addRows?: (rows: Record<string, unknown>[]) => void
  } = {},
) {
  const { more, addRows, ...rest } = over
  const values = vi.fn()
  const get = vi.fn(async (_url: string, _params?: Record<string, unknown>) => ({ records, total: 2 }))
  const send = vi.fn(lookUp)
  const runtime = stageRuntime({
    http: { ...silentHttp, get: get as unknown as Http['get'], send: send as unknown as Http['send'] },
    loadPicker: async () => picker,
    loadScreen: async () => goods,
    can: (code) => code !== 'goods:cost',
    ...rest,
  })
  renderIn(
    runtime,
    <Form
      type={getType('popup')}
      field={{ ...field, ...more }}
      initial={{ fspmc: '旧' }}
      onValues={values}
      addRows={addRows}
    />,
  )
  // The control is loaded when it is first drawn.
  await screen.findByLabelText('品名')
  return { values, get, send, last: () => values.mock.lastCall?.[0] }
}

const dialog = () => screen.findByRole('dialog', { name: '选择品名' })
const findRow = async (name: string) => {
  const row = (await within(await dialog()).findByText(name)).closest('tr')
  if (!row) throw new Error(`no row ${name}`)
  return row
}
const confirm = async () => fireEvent.click(within(await dialog()).getByRole('button', { name: /确\s*定/ }))

describe('a popup', () => {
  it('opens on Enter and writes the picked record into the fields of the document', async () => {
    const { last, get } = await open()
    screen.getByLabelText('品名').focus()
    await userEvent.keyboard('{Enter}')
    fireEvent.click(await findRow('档案盒'))
    await confirm()
    await waitFor(() => expect(last()).toEqual({ fspmc: '档案盒', spid: '2', fspec: 'A4' }))
    expect(get.mock.calls[0]?.[0]).toBe('/resource/base/goods/list')
    expect(get.mock.calls[0]?.[1]).toMatchObject({
      pageNo: 1,
      pageSize: 10,
      column: 'createTime',
      order: 'desc',
    })
  })

  it('is navigated and picked by keys, and closes on Esc', async () => {
    const { last } = await open()
    fireEvent.click(screen.getByLabelText('品名'))
    await findRow('皮纸')
    within(await dialog())
      .getByRole('textbox', { name: '名称' })
      .focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(last()).toMatchObject({ fspmc: '档案盒' }))
    fireEvent.click(screen.getByLabelText('品名'))
    fireEvent.keyDown(await dialog(), { key: 'Escape', keyCode: 27 })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows a warning when no record is chosen', async () => {
    const notify = vi.fn()
    const { values } = await open({ notify })
    fireEvent.click(screen.getByLabelText('品名'))
    await findRow('皮纸')
    await confirm()
    expect(notify).toHaveBeenCalledWith('warning', '请选择一条记录')
    expect(values).not.toHaveBeenCalled()
  })

  it('searches by the query items of the picker and omits columns without their permission', async () => {
    const { get } = await open()
    fireEvent.click(screen.getByLabelText('品名'))
    await findRow('皮纸')
    const form = within(await dialog())
    expect(form.queryByText('成本')).toBeNull()
    await userEvent.type(form.getByLabelText('名称'), '纸{Enter}')
    await waitFor(() => expect(get.mock.lastCall?.[1]).toMatchObject({ fname: '*纸*', pageNo: 1 }))
  })

  it('joins several records in a form, and adds a row for each in a detail', async () => {
    const first = await open({ more: { multi: true } })
    fireEvent.click(screen.getByLabelText('品名'))
    fireEvent.click(await findRow('皮纸'))
    fireEvent.click(await findRow('档案盒'))
    await confirm()
    await waitFor(() => expect(first.last()).toEqual({ fspmc: '皮纸,档案盒', spid: '1,2', fspec: '四尺,A4' }))
    cleanup()

    const addRows = vi.fn()
    const second = await open({ more: { multi: true, onPick }, addRows })
    fireEvent.click(screen.getByLabelText('品名'))
    fireEvent.click(await findRow('皮纸'))
    fireEvent.click(await findRow('档案盒'))
    await confirm()
    await waitFor(() =>
      expect(addRows).toHaveBeenCalledWith([
        { spid: '2', fspmc: '档案盒', fspec: 'A4', fprice: 8.6, fkcnum: 6 },
      ]),
    )
    expect(second.last()).toEqual({ spid: '1', fspmc: '皮纸', fspec: '四尺', fprice: 420, fkcnum: 6 })
  })

  it('keeps the record and shows a warning when the look-up is refused', async () => {
    const notify = vi.fn()
    const send = async () => {
      throw appError('BUSINESS', { text: '库存未建账' })
    }
    const http = { ...silentHttp, get: (async () => ({ records, total: 2 })) as unknown as Http['get'], send }
    const { last } = await open({ more: { onPick }, http, notify })
    fireEvent.click(screen.getByLabelText('品名'))
    fireEvent.doubleClick(await findRow('皮纸'))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('warning', '库存未建账'))
    expect(last()).toEqual({ fspmc: '皮纸', spid: '1', fspec: '四尺' })
  })

  it('is cleared together with the fields that it filled', async () => {
    const { last } = await open()
    screen.getByLabelText('品名').focus()
    await userEvent.keyboard('{Delete}')
    expect(last()).toEqual({ fspmc: null, spid: null, fspec: null })
  })
})

it('confirming returns one record for single selection, all for multiple selection, and otherwise none', () => {
  const [first, second] = records as ListRow[]
  if (!first || !second) throw new Error('two records')
  const chosen = (...rows: ListRow[]) => new Map(rows.map((row) => [row.id, row]))
  expect(selectedRows(chosen(), true)).toBeNull()
  expect(selectedRows(chosen(first, second), false)).toBeNull()
  expect(selectedRows(chosen(first), false)).toEqual([first])
  expect(selectedRows(chosen(first, second), true)).toEqual([first, second])
})

describe('the look-up after a pick', () => {
  it('posts the mapped keys to the named address and returns only the fields to fill', async () => {
    const send = vi.fn(lookUp)
    const filled = await runPickerLookup({ ...silentHttp, send: send as unknown as Http['send'] }, onPick, {
      spid: '1',
      fname: 'x',
    })
    expect(send).toHaveBeenCalledWith('POST', '/system/btgOrder/getspinfobefore', { spid: '1' })
    expect(filled).toEqual({ fprice: 420, fkcnum: 6 })
  })

  it('sends no request when there are no values to send', async () => {
    expect(await runPickerLookup(silentHttp, onPick, { spid: null })).toEqual({})
  })
})

it('several picked records become rows, each with the values of its look-up', async () => {
  const [onRows, onClose, send] = [vi.fn(), vi.fn(), vi.fn(lookUp)]
  const get = async () => ({ records, total: 2 })
  const PickRows = getType('popup').RowPicker
  if (!PickRows) throw new Error('a popup picks rows')
  renderIn(
    stageRuntime({
      http: { ...silentHttp, get: get as unknown as Http['get'], send: send as unknown as Http['send'] },
      loadPicker: async () => picker,
      loadScreen: async () => goods,
    }),
    <PickRows field={{ ...field, onPick }} onRows={onRows} onClose={onClose} />,
  )
  fireEvent.click(within(await findRow('皮纸')).getByRole('checkbox'))
  fireEvent.click(within(await findRow('档案盒')).getByRole('checkbox'))
  await confirm()
  await waitFor(() => expect(onRows).toHaveBeenCalledTimes(1))
  expect(onRows.mock.lastCall?.[0]).toEqual([
    { spid: '1', fspmc: '皮纸', fspec: '四尺', fprice: 420, fkcnum: 6 },
    { spid: '2', fspmc: '档案盒', fspec: 'A4', fprice: 8.6, fkcnum: 6 },
  ])
  expect(onClose).toHaveBeenCalledTimes(1)
})
