// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { appError } from '#runtime/kernel/errors.ts'
import type { PageServices } from '../../services.tsx'
import { buildBill, openTable } from '../open-table.tsx'

afterEach(cleanup)

const bill = buildBill([
  { key: 'fname', title: '品名', type: 'input' },
  { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2, defaultValue: 1 },
  { key: 'fday', title: '日期', type: 'date' },
])

function open(document = bill, over: Partial<PageServices> = {}) {
  const http = { get: vi.fn(), send: vi.fn(), upload: vi.fn(), download: vi.fn() }
  const notify = vi.fn()
  const runtime = { http: http as unknown as PageServices['http'], ...over }
  const table = openTable(document, [{ id: 'a', fname: '宣纸', fnum: 3 }], notify, { runtime })
  return { ...table, http, notify }
}
const choose = () =>
  userEvent.upload(page.getByLabelText('明细文件'), new File(['x'], '明细.xlsx'), { applyAccept: false })

it('the rows of a workbook are added behind the others as one step, blank cells with their defaults', async () => {
  const { store, http, hands } = open()
  const result = [
    ['甲处领用', '', ''],
    ['单据编号', '*数量', '品名', '说明'],
    ['一', '5', '毛笔', ''],
    ['', '', '', ''],
    ['一', '', '砚台', ''],
    ['一', '9', '例', '示例行，导入时不读取'],
  ]
  http.upload.mockResolvedValue({ result, message: '' })
  await choose()
  await expect.poll(() => store.rows.length).toBe(3)
  expect(store.rows.map(({ fname, fnum }) => [fname, fnum])).toEqual([
    ['宣纸', 3],
    ['毛笔', 5],
    ['砚台', 1],
  ])
  const [url, form] = http.upload.mock.calls[0] as [string, FormData]
  expect(url).toBe(`/resource/stock/bill/readSheet?sheet=${encodeURIComponent('入库明细')}`)
  expect((form.get('file') as File).name).toBe('明细.xlsx')
  expect(await page.findByText('已导入 3 格，新增 2 行，1 格没有导入')).toBeTruthy()
  await hands.click(page.getByRole('button', { name: '撤销导入' }))
  expect(store.rows.map(({ fname }) => fname)).toEqual(['宣纸'])
})

it('a rejected text marks its cell, and is listed with its reason', async () => {
  const { store, http, hands } = open()
  http.upload.mockResolvedValue({
    result: [
      ['品名', '数量', '日期'],
      ['毛笔', '许多', '2025-02-30'],
    ],
    message: '',
  })
  await choose()
  await expect.poll(() => store.rows.length).toBe(2)
  const errors = store.findErrors(store.rows[1]?.id ?? '')
  expect(errors?.fnum).toMatch(/^「许多」没有导入：/)
  expect(errors?.fday).toMatch(/^「2025-02-30」没有导入：/)
  await hands.click(await page.findByRole('button', { name: '查看' }))
  const list = await page.findByRole('dialog', { name: '没有导入的内容' })
  expect(list.textContent).toContain('第 2 行 数量许多')
})

it('a file without titles of columns, and a refused one, add nothing and say why', async () => {
  const { store, http, notify } = open()
  http.upload.mockResolvedValue({ result: [['产地'], ['湖州']], message: '' })
  await choose()
  await expect
    .poll(() => notify.mock.calls.at(-1))
    .toEqual(['warning', '没有找到标题行，请在第一行写上明细的列名'])
  const text = '文件导入失败:文件已损坏，不能读取'
  http.upload.mockRejectedValue(appError('BUSINESS', { text }))
  await choose()
  await expect.poll(() => notify.mock.calls.at(-1)).toEqual(['warning', text])
  expect(store.rows).toHaveLength(1)
})

it('no import is offered when the screen has a server of its own', () => {
  open({ ...bill, url: { add: '/own/add' } })
  expect(page.queryByRole('button', { name: '导入明细' })).toBeNull()
})
