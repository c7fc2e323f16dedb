// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SyncListener } from '#runtime/data/table-sync.ts'
import { PhoneDetail } from '#runtime/grid/phone/PhoneDetail.tsx'
import { standInMedia } from '../window.ts'
import { buildBill, openTable } from './open-table.tsx'

const fields = [
  { key: 'fname', title: '品名', type: 'input', validateRules: [{ required: true, message: '请输入品名' }] },
  { key: 'fspec', title: '规格', type: 'input' },
  { key: 'funit', title: '单位', type: 'input' },
  {
    ...{ key: 'fnum', title: '数量', type: 'inputNumber', scale: 2, defaultValue: 1, statistics: ['sum'] },
    validateRules: [{ check: 'fnum > 0', message: '数量必须大于0' }],
  },
  { key: 'fprice', title: '单价', type: 'inputNumber', scale: 4 },
  {
    ...{ key: 'famount', title: '金额', type: 'inputNumber', scale: 2, compute: 'fnum * fprice' },
    statistics: ['sum'],
  },
]
const bill = (over: object = {}) => buildBill(fields, over)
const boxes = (count = 3) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `r${at}`, orderNum: at + 1, fname: `盒 ${at + 1}`, fspec: 'A4', funit: '个' },
    ...{ fnum: 200, fprice: 8.6, famount: 1720 },
  }))
const open = (document = bill(), items: Record<string, unknown>[] = boxes(), around = {}) =>
  openTable(document, items, undefined, { component: PhoneDetail, ...around })

const list = () => screen.getByRole('list', { name: '入库明细' })
const entries = () => within(list()).getAllByRole('button')
const sheet = (name: RegExp) => screen.findByRole('dialog', { name })

beforeEach(() => {
  standInMedia()
  vi.stubGlobal('CSS', { escape: (text: string) => text })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a detail on a phone', () => {
  it('shows rows as entries with name and amount, and below them the details and factors, or the problem', () => {
    const { store } = open()
    expect(entries().map((entry) => entry.textContent)).toContain('盒 1 1,720.00 A4 200 个 × 8.60')
    act(() => store.setCell('r1', 'fnum', 0))
    expect(entries()[1]?.textContent).toBe('盒 2 0.00 A4 数量必须大于0')
    expect(document.querySelector('[data-total="famount"]')?.textContent).toBe('金额合计 3,440.00')
  })

  it('opens one row as a form, where the input of a field is one step, and the total follows', async () => {
    const { store, hands } = open()
    await hands.click(entries()[1] as HTMLElement)
    const form = await sheet(/第 2 行 \/ 共 3 行/)
    const price = within(form).getByLabelText('单价')
    await hands.clear(price)
    await hands.type(price, '10.5')
    await hands.click(within(form).getByRole('button', { name: '下一行' }))
    expect(store.row('r1')).toMatchObject({ fprice: 10.5, famount: 2100 })
    expect(document.querySelector('[data-total="famount"]')?.textContent).toBe('金额合计 5,540.00')
    await sheet(/第 3 行 \/ 共 3 行/)
    expect(within(form).getByRole('button', { name: '下一行' })).toHaveProperty('disabled', true)
    act(() => void store.undo())
    expect(store.row('r1')).toMatchObject({ fprice: 8.6, famount: 1720 })
    expect(store.canUndo).toBe(false)
  })

  it('shows the problem of a field when the focus leaves it, also without input', async () => {
    const { store, hands } = open(bill(), [{ id: 'r0', fnum: 1 }])
    await hands.click(entries()[0] as HTMLElement)
    const form = await sheet(/第 1 行/)
    await hands.click(within(form).getByLabelText('品名'))
    expect(store.findErrors('r0')).toBeUndefined()
    await hands.click(within(form).getByLabelText('规格'))
    expect(within(form).getByRole('alert').textContent).toBe('请输入品名')
  })

  it('opens a new row, removes rows with an undo button, and closes when its row is removed', async () => {
    const { store, hands } = open()
    await hands.click(screen.getByRole('button', { name: '新增一行' }))
    const form = await sheet(/第 4 行 \/ 共 4 行/)
    await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('品名')))
    await hands.click(within(form).getByRole('button', { name: '删除' }))
    expect(store.rows).toHaveLength(3)
    await waitFor(() => expect(document.querySelector('.ant-drawer-open')).toBeNull())
    await hands.click(screen.getByRole('button', { name: '撤销' }))
    expect(store.rows).toHaveLength(4)
  })

  it('opens the row of a cell that the save rejected, and focuses its field', async () => {
    const { store } = open()
    act(() => store.reveal('r2', 'fnum'))
    const form = await sheet(/第 3 行/)
    await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('数量')))
  })

  it('shows unsaved values of other users below the fields, which keep the local values', async () => {
    let receive: SyncListener['onRow']
    const tableSync = {
      join: (_room: string, listener: SyncListener) => {
        receive = listener.onRow
        return () => {}
      },
      send: () => {},
    }
    const { hands } = open(bill({ socketKey: 'items' }), boxes(), { runtime: { tableSync } })
    await hands.click(entries()[0] as HTMLElement)
    const form = await sheet(/第 1 行/)
    await hands.click(within(form).getByLabelText('规格'))
    act(() => receive?.({ id: 'r0', fspec: 'B5' }, { page: 'p', name: '王' }))
    expect(within(form).getByLabelText('规格')).toHaveProperty('value', 'A4')
    expect(within(form).getByText('王改为 B5，未保存')).toBeTruthy()
  })

  it('draws only the visible rows of ten thousand', () => {
    open(bill(), boxes(10_000))
    expect(entries().length).toBeLessThan(60)
    expect(list().style.height).toBe('720000px')
  })

  it('offers no new row, no removal and no editable field without the permission', async () => {
    const hiddenBy = () => new Set(['add', 'delete'])
    const { hands } = open(bill({ authPrefix: 'x:' }), boxes(), { runtime: { hiddenBy } })
    expect(screen.queryByRole('button', { name: '新增一行' })).toBeNull()
    await hands.click(entries()[0] as HTMLElement)
    const form = await sheet(/第 1 行/)
    expect(within(form).queryByRole('button', { name: '删除' })).toBeNull()
    expect(within(form).getByLabelText('金额')).toHaveProperty('readOnly', true)
    fireEvent.click(within(form).getByRole('button', { name: '第 1 行的操作' }))
    expect(await screen.findByRole('menuitem', { name: '下移' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: '插入一行' })).toBeNull()
  })
})
