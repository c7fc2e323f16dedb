// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import type { PickerDocument, ReportDocument } from '#runtime/schema/types.ts'
import { Form, getType, renderIn, silentHttp, stageRuntime } from '../stage.tsx'

afterEach(cleanup)

const account: ReportDocument = {
  version: 2,
  kind: 'report',
  id: 'report/account',
  title: '供应单位对账',
  code: 'rp_account',
  fields: [
    { key: 'id', type: 'hidden' },
    { key: 'fcode', title: '编号', type: 'input', query: 'right_like' },
    { key: 'fname', title: '供应单位', type: 'input', query: 'like' },
    { key: 'fbalance', title: '未付金额', type: 'inputNumber', scale: 2 },
  ],
  list: { sort: '-fbalance' },
}
const picker: PickerDocument = {
  version: 2,
  kind: 'picker',
  id: 'picker/account',
  title: '选择付款单位',
  code: 'pk_account',
  source: { report: 'report/account' },
  fields: ['fname', 'fbalance'],
  query: ['fname', 'fcode'],
}

function open() {
  const get = vi.fn(async (_url: string, _params?: Record<string, unknown>) => ({
    records: [{ id: '7', fname: '泾县宣纸', fbalance: 1280.5 }],
    total: 1,
  }))
  const loadScreen = vi.fn(async () => account)
  const values = vi.fn()
  renderIn(
    stageRuntime({
      http: { ...silentHttp, get: get as unknown as Http['get'] },
      loadPicker: async () => picker,
      loadScreen,
    }),
    <Form
      type={getType('popup')}
      field={{
        key: 'fsupplier',
        title: '付款单位',
        type: 'popup',
        popupCode: 'pk_account',
        orgFields: ['id', 'fname', 'fbalance'],
        destFields: ['fsupplierid', 'fsupplier', 'famount'],
      }}
      initial={{}}
      onValues={values}
    />,
  )
  return { get, loadScreen, values }
}

it('a popup picks from a report with its rows, column order and request', async () => {
  const { get, loadScreen, values } = open()
  fireEvent.click(await screen.findByLabelText('付款单位'))
  const dialog = within(await screen.findByRole('dialog', { name: '选择付款单位' }))
  expect(loadScreen).toHaveBeenCalledWith('report/account')
  fireEvent.click(await dialog.findByText('1,280.50'))
  fireEvent.click(dialog.getByRole('button', { name: /确\s*定/ }))
  await waitFor(() =>
    expect(values.mock.lastCall?.[0]).toEqual({ fsupplierid: '7', fsupplier: '泾县宣纸', famount: 1280.5 }),
  )
  expect(get.mock.calls[0]?.[0]).toBe('/online/cgreport/api/getData/rp_account')
  expect(get.mock.calls[0]?.[1]).toMatchObject({ column: 'fbalance', order: 'desc', pageNo: 1, pageSize: 10 })
})

it('a popup searches all text columns of a report in one request when a text is typed', async () => {
  const { get } = open()
  const box = await screen.findByLabelText('付款单位')
  box.focus()
  await userEvent.keyboard('jx')
  const lastParams = () => get.mock.lastCall?.[1]
  await waitFor(() => expect(String(lastParams()?.superQueryParams)).toContain('jx'))
  const params = lastParams()
  expect(params).toMatchObject({ superQueryMatchType: 'or' })
  const items: { field: string; rule: string; val: string }[] = JSON.parse(String(params?.superQueryParams))
  expect(items).toContainEqual({ field: 'fname', rule: 'like', val: 'jx' })
  expect(items).toContainEqual({ field: 'fcode', rule: 'right_like', val: 'JX' })
})
