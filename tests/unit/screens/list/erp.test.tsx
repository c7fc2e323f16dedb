// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appError } from '#runtime/kernel/errors.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ErpScreen } from '#runtime/screens/erp/ErpScreen.tsx'
import type { PageServices } from '../../services.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const order = {
  version: 2,
  kind: 'screen',
  id: 'bill/order',
  title: '订单',
  perm: 'order',
  fields: [
    { key: 'no', title: '单号', type: 'input' },
    { key: 'state', title: '状态', type: 'input', form: false },
    { key: 'rate', title: '折扣', type: 'inputNumber' },
    { key: 'total', title: '合计', type: 'inputNumber', compute: 'sum(items.amount)' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      own: true,
      fields: [
        {
          key: 'name',
          title: '品名',
          type: 'input',
          validateRules: [{ required: true, message: '请输入品名' }],
        },
        { key: 'off', title: '行折扣', type: 'inputNumber', defaultValue: '=form.rate' },
        { key: 'amount', title: '金额', type: 'inputNumber' },
      ],
      actions: { toolbar: ['add', 'deleteBatch'], row: ['edit', 'delete'] },
    },
  ],
  list: { layout: 'erp' },
  flow: { field: 'state', initial: '新', editable: ['新'], moves: [] },
  panes: [{ title: '记录', screen: 'bill/log', bind: { orderId: '=master.id' } }],
} as unknown as ScreenDocument

const log = {
  version: 2,
  kind: 'screen',
  id: 'bill/log',
  title: '流水',
  perm: 'log',
  fields: [{ key: 'word', title: '说明', type: 'input' }],
  actions: {
    toolbar: [],
    row: [
      {
        code: 'drop',
        title: '移出',
        call: { method: 'DELETE', url: '/log/drop', send: { order: '=master.id', ids: '=ids' } },
      },
    ],
  },
} as unknown as ScreenDocument

const heads = [
  { id: '7', no: 'A7', state: '新', rate: 9 },
  { id: '8', no: 'A8', state: '定' },
]
const listUrl = '/resource/bill/order/list'
const rowsUrl = (id: string, verb = 'list') => `/resource/bill/order/items/${verb}?master=${id}`
const answers = {
  [listUrl]: { records: heads, total: 2 },
  [rowsUrl('7')]: { records: [{ id: '71', name: '宣纸', amount: 5 }], total: 1 },
  [rowsUrl('8')]: { records: [{ id: '81', name: '皮纸', amount: 6 }], total: 1 },
  '/schema/index': [{ id: 'bill/log', title: '流水', kind: 'screen', rev: '1', components: ['bill/log'] }],
  '/schema/documents/bill/log': { id: 'bill/log', rev: '1', document: log },
  '/resource/bill/log/list': { records: [{ id: '1', word: '已核对' }], total: 1 },
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}
const open = (at = '/', over: Record<string, unknown> = {}, runtime: Partial<PageServices> = {}) => {
  const http = fakeHttp({ ...answers, ...over })
  return {
    http,
    ...draw(
      <>
        <ErpScreen screen={order} />
        <Address />
      </>,
      buildRuntime(http, runtime),
      at,
    ),
  }
}
const bars = () => page.getAllByRole('toolbar', { name: '操作' })
const below = (name: string) => within(bars()[1] as HTMLElement).getByRole('button', { name })
const choose = (name: string) => page.findByRole('checkbox', { name: `选择 ${name}` })
const asked = (http: ReturnType<typeof fakeHttp>, url: string) =>
  http.get.mock.calls.filter((call) => call[0] === url).map((call) => call[1])

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('sends a key of the selected record with a button of a pane', async () => {
  const { http } = open('/?row=7&sub=pane0')
  await userEvent.click(await page.findByRole('button', { name: '移出' }))
  const params = { order: '7', ids: '1' }
  await waitFor(() => expect(http.send).toHaveBeenCalledWith('DELETE', '/log/drop', undefined, { params }))
})

describe('an ERP list', () => {
  it('requests five records, and no rows before a record is selected', async () => {
    const { http } = open()
    await choose('A7')
    expect(asked(http, listUrl)[0]).toMatchObject({ pageSize: 5 })
    expect(page.getByText('请选择一条记录')).toBeTruthy()
    expect(below('新增')).toHaveProperty('disabled', true)
    expect(http.get.mock.calls.some(([url]) => String(url).includes('/items/'))).toBe(false)
  })

  it('enables the lower toolbar and shows the rows when exactly one record is selected', async () => {
    open()
    await userEvent.click(await choose('A7'))
    expect(await page.findByText('宣纸')).toBeTruthy()
    expect(below('新增')).toHaveProperty('disabled', false)
    expect(page.getByTestId('address').textContent).toContain('row=7')
    await userEvent.click(await choose('A8'))
    expect(await page.findByText('请选择一条记录')).toBeTruthy()
    expect(below('新增')).toHaveProperty('disabled', true)
  })

  it('selects only the clicked record when its row is clicked', async () => {
    open('/?row=7')
    await page.findByText('宣纸')
    await userEvent.click(page.getByText('定'))
    expect(await page.findByText('皮纸')).toBeTruthy()
    expect(page.queryByText('宣纸')).toBeNull()
  })

  it('opens what is chosen in the menu of a row, which is no click on the row', async () => {
    open()
    const row = (await page.findByText('新')).closest('tr') as HTMLElement
    await userEvent.click(within(row).getByRole('button', { name: '更多' }))
    await userEvent.click(await page.findByRole('menuitem', { name: '详情' }))
    await waitFor(() => expect(page.getByTestId('address').textContent).toBe('?form=detail&id=7'))
  })

  it('restores the selected record and tab after a reload, and selects none when the record no longer exists', async () => {
    open('/?row=7&sub=pane0')
    expect(await page.findByText('已核对')).toBeTruthy()
    cleanup()
    open('/?row=99')
    await choose('A7')
    expect(page.getByText('请选择一条记录')).toBeTruthy()
  })

  it('filters the list of another screen by the record', async () => {
    const { http } = open('/?row=7')
    await userEvent.click(await page.findByRole('tab', { name: '记录' }))
    expect(await page.findByText('已核对')).toBeTruthy()
    expect(asked(http, '/resource/bill/log/list')[0]).toMatchObject({ orderId: '7' })
  })

  it('shows that the permission is missing when the user may not open the other screen’s list', async () => {
    open('/?row=7&sub=pane0', { '/schema/documents/bill/log': appError('FORBIDDEN') })
    expect(await page.findByText('查看「记录」需要授权。')).toBeTruthy()
  })

  it('requests nothing of a screen that the user may not open: a refusal would be a notice', async () => {
    const { http } = open('/?row=7&sub=pane0', { '/schema/index': [] })
    expect(await page.findByText('查看「记录」需要授权。')).toBeTruthy()
    expect(http.get.mock.calls.some(([url]) => String(url).includes('bill/log'))).toBe(false)
  })

  it('saves a row under its record, with values of the record as defaults', async () => {
    const { http } = open('/?row=7')
    await page.findByText('宣纸')
    await userEvent.click(below('新增'))
    const dialog = await page.findByRole('dialog', { name: '新增明细' })
    expect(within(dialog).getByLabelText('行折扣')).toHaveProperty('value', '9')
    await userEvent.type(within(dialog).getByLabelText('品名'), '绢')
    const before = asked(http, listUrl).length
    await userEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    expect(http.send.mock.calls[0]?.slice(0, 3)).toEqual([
      'POST',
      rowsUrl('7', 'add'),
      { name: '绢', off: 9 },
    ])
    // The sums of the head may have changed with the row.
    await waitFor(() => expect(asked(http, listUrl).length).toBeGreaterThan(before))
  })

  it('opens the form of the head without rows and without recomputing totals from missing rows', async () => {
    open('/?form=edit&id=7', { '/resource/bill/order/queryById': { ...heads[0], total: 5 } })
    const dialog = await page.findByRole('dialog')
    expect(await within(dialog).findByLabelText('合计')).toHaveProperty('value', '5')
    expect(within(dialog).queryByRole('tab')).toBeNull()
  })

  it('shows the rows read-only when the record may not change', async () => {
    open('/?row=8')
    await page.findByText('皮纸')
    expect(within(bars()[1] as HTMLElement).queryByRole('button', { name: '新增' })).toBeNull()
    expect(page.queryByRole('checkbox', { name: '选择 皮纸' })).toBeNull()
  })

  it('draws no buttons for rows when the user lacks the permission codes of the rows', async () => {
    open('/?row=7', {}, { can: (code) => !code.startsWith('order.items:') })
    await page.findByText('宣纸')
    expect(within(bars()[1] as HTMLElement).queryByRole('button', { name: '新增' })).toBeNull()
  })

  it('shows an error when the rows cannot be loaded, and loads them again on retry', async () => {
    const { http } = open('/?row=7', { [rowsUrl('7')]: appError('NETWORK') })
    expect(await page.findByText('「明细」没有加载出来')).toBeTruthy()
    http.get.mockImplementation(async (url: string) => structuredClone(answers[url as keyof typeof answers]))
    await userEvent.click(page.getByRole('button', { name: '再试一次' }))
    expect(await page.findByText('宣纸')).toBeTruthy()
  })
})
