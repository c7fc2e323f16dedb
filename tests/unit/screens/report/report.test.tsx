// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { ReportDocument } from '#runtime/schema/types.ts'
import { AutoReport } from '#runtime/screens/report/AutoReport.tsx'
import { ReportScreen } from '#runtime/screens/report/ReportScreen.tsx'
import * as saving from '#runtime/ui/save-file.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

// Not vi.mock: the file would load all modules anew.
const saveFile = vi.spyOn(saving, 'saveFile').mockReturnValue()
afterAll(() => saveFile.mockRestore())

const data = '/online/cgreport/api/getData/rp_flow'
const flow = {
  version: 2,
  kind: 'report',
  id: 'report/flow',
  code: 'rp_flow',
  title: '出入库流水',
  params: [{ key: 'warehouse', title: '仓库', type: 'input', required: true }],
  fields: [
    {
      key: 'fname',
      title: '品名',
      type: 'input',
      query: 'like',
      isOrder: true,
      href: '/stock/goods?id={spid}',
    },
    { key: 'fkind', title: '类型', type: 'input', query: { rule: 'eq', folded: true } },
    { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2, statistics: ['sum'] },
  ],
} as unknown as ReportDocument
const rows = { records: [{ fname: '宣纸', fnum: 1200.5, spid: 'a&b' }], total: 1 }
const sold = {
  id: '1',
  title: '大宗',
  matchType: 'and',
  records: [{ field: 'fnum', rule: 'gt', val: '100' }],
  visibility: 'public',
  isDefault: false,
}
const given = '/?q=1&q.self_warehouse=01'

type Answer = (url: string, params: Record<string, string>) => Promise<unknown>
const open = (answers: Record<string, unknown> | Answer, at = given, over = {}) => {
  const http = fakeHttp(typeof answers === 'function' ? {} : answers)
  if (typeof answers === 'function') http.get.mockImplementation(answers)
  const runtime = buildRuntime(http, { types: fieldTypes, ...over })
  return { http, runtime, ...draw(<ReportScreen document={flow} />, runtime, at) }
}
const getParams = (http: ReturnType<typeof fakeHttp>, url = data) =>
  http.get.mock.calls.filter(([asked]) => asked === url).map(([, params]) => params)

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('a report names a missing required parameter and sends no request without it', async () => {
  const { http } = open({ [data]: rows }, '/')
  expect(await page.findByText('请先填写查询条件')).toBeTruthy()
  expect(page.getByText(/「仓库」必填/)).toBeTruthy()
  // Beside the saved queries, which are loaded when the bar is drawn.
  expect(http.get.mock.calls.filter(([asked]) => asked !== '/sys/savedQuery/report/flow/list')).toEqual([])
  fireEvent.change(page.getByLabelText('仓库'), { target: { value: '01' } })
  fireEvent.click(page.getByRole('button', { name: '查询' }))
  expect(await page.findByText('宣纸')).toBeTruthy()
  expect(getParams(http)).toEqual([{ self_warehouse: '01', pageNo: 1, pageSize: 1000 }])
})

it('a report is drawn from its address alone, with the number formats and links of the document', async () => {
  open({ [data]: rows })
  const link = await page.findByRole('link', { name: '宣纸' })
  expect(link.getAttribute('href')).toBe('/stock/goods?id=a%26b')
  expect(page.getAllByText('1,200.50')).toHaveLength(2)
  expect(page.getByText('总计')).toBeTruthy()
  expect(page.getByText(/数据截至 /)).toBeTruthy()
})

it('a report shows the totals of all pages below the totals of the page', async () => {
  open({ [data]: { ...rows, total: 31, totals: { fnum: { sum: 98765.4 } } } })
  const total = (await page.findByText('总计')).closest('tr') as HTMLElement
  expect(within(total).getByText('98,765.40')).toBeTruthy()
})

it('a report labels averages with their word, in the line of the page and in the total', async () => {
  const fields = flow.fields.map((field) =>
    field.key === 'fnum' ? { ...field, statistics: ['average'] } : field,
  )
  const http = fakeHttp({ [data]: { ...rows, total: 31, totals: { fnum: { average: 7.25 } } } })
  draw(
    <ReportScreen document={{ ...flow, fields } as ReportDocument} />,
    buildRuntime(http, { types: fieldTypes }),
    given,
  )
  const total = (await page.findByText('全部')).closest('tr') as HTMLElement
  expect(within(total).getByText('平均').parentElement?.textContent).toBe('平均7.25')
  const ofPage = page.getByText('本页').closest('tr') as HTMLElement
  expect(within(ofPage).getByText('平均').parentElement?.textContent).toBe('平均1,200.50')
  expect(page.queryByText(/合计|总计/)).toBeNull()
})

it('a report shows a zero as a pale dash', async () => {
  open({ [data]: { records: [{ fname: '宣纸', fnum: 0 }], total: 1 } })
  const row = (await page.findByText('宣纸')).closest('tr') as HTMLElement
  expect(row.querySelector('[data-field="fnum"] .pro-none')?.textContent).toBe('—')
})

it('a report without a page size shows up to 1,000 rows in one scroll, without a pager', async () => {
  open({ [data]: { ...rows, total: 1 } })
  expect(await page.findByText(/^共 1 条，/)).toBeTruthy()
  expect(document.querySelector('.ant-pagination')).toBeNull()
})

it('a report sums all rows in the client when the server sends no totals', async () => {
  open(async (_url, params) =>
    params.getAll ? { records: [{ fnum: 1 }, { fnum: 2.5 }], total: 2 } : { ...rows, total: 31 },
  )
  const total = (await page.findByText('总计')).closest('tr') as HTMLElement
  expect(within(total).getByText('3.50')).toBeTruthy()
})

it('a report caches an answer for 30 seconds, and requests it again on 刷新', async () => {
  const { http } = open({ [data]: rows })
  await page.findByText('宣纸')
  fireEvent.click(page.getByRole('button', { name: '查询' }))
  await waitFor(() => expect(getParams(http)).toHaveLength(1))
  fireEvent.click(page.getByRole('button', { name: '刷新' }))
  await waitFor(() => expect(getParams(http)).toHaveLength(2))
})

it('a report shows the newer of two quick searches, in either order of the answers', async () => {
  const waiting = new Map<string, (answer: unknown) => void>()
  const { client } = open(
    (_url, params) => new Promise((resolve) => waiting.set(params.fname ?? '', resolve)),
  )
  const search = async (word: string) => {
    fireEvent.change(page.getByLabelText('品名'), { target: { value: word } })
    fireEvent.click(page.getByRole('button', { name: '查询' }))
    await waitFor(() => expect(waiting.has(`*${word}*`)).toBe(true))
  }
  await search('旧')
  await search('新')
  waiting.get('*新*')?.({ records: [{ fname: '新的' }], total: 1 })
  expect(await page.findByText('新的')).toBeTruthy()
  waiting.get('*旧*')?.({ records: [{ fname: '旧的' }], total: 1 })
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(page.queryByText('旧的')).toBeNull()
  expect(page.getByText('新的')).toBeTruthy()
})

it('a report shows a hidden query item only when the query bar is unfolded', async () => {
  open({ [data]: rows })
  await page.findByText('宣纸')
  expect(page.queryByLabelText('类型')).toBeNull()
  fireEvent.click(page.getByRole('button', { name: /展开/ }))
  expect(page.getByLabelText('类型')).toBeTruthy()
})

it('a report is exported to a file with the name that the server sends', async () => {
  const { http } = open({ [data]: rows })
  await page.findByText('宣纸')
  const blob = new Blob(['x'])
  http.download.mockResolvedValue({ blob, name: '流水.csv' })
  fireEvent.click(page.getByRole('button', { name: '导出' }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith(blob, '流水.csv'))
  expect(http.download).toHaveBeenCalledWith('/online/cgreport/api/exportXls/rp_flow', {
    self_warehouse: '01',
    field: 'fname,fkind,fnum',
  })
})

it('a report is exported as comma-separated values when this format is chosen, with its visible columns in order', async () => {
  const memory = { hidden: ['fkind'], order: ['fnum', 'fname', 'fkind'] }
  localStorage.setItem('pro__list:clerk:report/flow', JSON.stringify(memory))
  const { http } = open({ [data]: rows })
  await page.findByText('宣纸')
  http.download.mockResolvedValue({ blob: new Blob(['x']), name: '流水.csv' })
  fireEvent.click(page.getByRole('button', { name: '其他格式' }))
  fireEvent.click(await page.findByText('导出 CSV'))
  await waitFor(() =>
    expect(http.download).toHaveBeenCalledWith('/online/cgreport/api/exportXls/rp_flow', {
      self_warehouse: '01',
      field: 'fnum,fname',
      fileFormat: 'csv',
    }),
  )
})

it.each([
  ['an empty file', () => Promise.resolve({ blob: new Blob([]), name: '' }), '文件下载失败'],
  ['a broken wire', () => Promise.reject(appError('NETWORK')), '文件下载失败'],
  ['a refusal', () => Promise.reject(appError('NO_DATA_PERMISSION')), '没有权限，请联系管理员授权'],
])('a failed export shows its reason: %s', async (_case, answer, text) => {
  const notify = vi.fn()
  const { http } = open({ [data]: rows }, given, { notify })
  await page.findByText('宣纸')
  http.download.mockImplementation(answer)
  fireEvent.click(page.getByRole('button', { name: '导出' }))
  await waitFor(() => expect(notify).toHaveBeenCalledWith('warning', text))
  expect(saveFile).not.toHaveBeenCalled()
})

it('a report shows no second message when the shell reports another running export', async () => {
  const notify = vi.fn()
  const { http } = open({ [data]: rows }, given, { notify })
  await page.findByText('宣纸')
  http.download.mockRejectedValue(appError('TOO_MANY', { text: '您已有一个导出正在进行，请等它完成' }))
  const button = page.getByRole('button', { name: '导出' })
  fireEvent.click(button)
  await waitFor(() => expect(http.download).toHaveBeenCalled())
  await waitFor(() => expect(button.className).not.toContain('loading'))
  expect(notify).not.toHaveBeenCalled()
})

it('a report shows a refusal (510) as a warning, and texts for an empty result and a failure', async () => {
  const notify = vi.fn()
  open({ [data]: appError('NO_DATA_PERMISSION') }, given, { notify })
  expect(await page.findByText('没有权限，请联系管理员授权')).toBeTruthy()
  expect(notify).toHaveBeenCalledWith('warning', '没有权限，请联系管理员授权')
  cleanup()
  open({ [data]: { records: [], total: 0 } })
  expect(await page.findByText('没有查询到任何数据')).toBeTruthy()
  cleanup()
  open({ [data]: appError('INTERNAL') })
  expect(await page.findByText('「出入库流水」没有加载出来')).toBeTruthy()
  expect(page.getByRole('button', { name: '再试一次' })).toBeTruthy()
})

it('a report shows entries on a phone, with the export and print buttons at the bottom', async () => {
  fakeWindow(true)
  open({ [data]: rows })
  expect(await page.findByText('宣纸')).toBeTruthy()
  expect(page.queryByRole('table')).toBeNull()
  expect(page.getByRole('button', { name: '打印' })).toBeTruthy()
  expect(page.getByText('总计').closest('p')?.textContent).toContain('数量 1,200.50')
})

it('a report runs an advanced query from its dialog, with its parameters', async () => {
  const { http } = open({ [data]: rows, '/sys/savedQuery/report/flow/list': [sold] })
  await page.findByText('宣纸')
  await userEvent.click(page.getByRole('button', { name: '高级查询' }))
  const dialog = within(await page.findByRole('dialog', { name: '高级查询' }))
  await userEvent.click(await dialog.findByText('大宗'))
  expect(await dialog.findByText(/数量 大于 100/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: '查询' }))
  await waitFor(() =>
    expect(getParams(http).at(-1)).toMatchObject({
      self_warehouse: '01',
      superQueryParams: JSON.stringify(sold.records),
      superQueryMatchType: 'and',
    }),
  )
  const isShown = () => page.getByRole('tab', { name: '大宗' }).getAttribute('aria-selected')
  await waitFor(() => expect(isShown()).toBe('true'))
})

it('a report opens with the default query of its user', async () => {
  const { http } = open(
    { [data]: rows, '/sys/savedQuery/report/flow/list': [{ ...sold, isDefault: true }] },
    '/',
  )
  await page.findByText('请先填写查询条件')
  const view = await page.findByRole('tab', { name: '大宗' })
  await waitFor(() => expect(view.getAttribute('aria-selected')).toBe('true'))
  fireEvent.change(page.getByLabelText('仓库'), { target: { value: '01' } })
  fireEvent.click(page.getByRole('button', { name: '查询' }))
  await waitFor(() =>
    expect(getParams(http).at(-1)).toMatchObject({ superQueryParams: JSON.stringify(sold.records) }),
  )
})

it('a report says why its advanced query is refused, and removes it', async () => {
  const text = '高级查询的字段「fcost」不存在，或您无权查询'
  const refusal = appError('BAD_PARAMETER', {
    result: { problems: [{ path: '/superQueryParams/0/field', code: 'unknown', text }] },
  })
  const params = encodeURIComponent(JSON.stringify([{ field: 'fcost', rule: 'gt', val: '1' }]))
  const { http } = open({ [data]: refusal }, `/?q=2&q.self_warehouse=01&q.superQueryParams=${params}`)
  expect(await page.findByText(text)).toBeTruthy()
  http.get.mockImplementation(async (url: string) => (url === data ? rows : []))
  await userEvent.click(page.getAllByRole('button', { name: '清除高级查询' }).at(-1) as HTMLElement)
  expect(await page.findByText('宣纸')).toBeTruthy()
})

const base = '/online/cgreport/api'
const said = {
  [`${base}/getRpColumns/rp_any`]: {
    columns: [
      { title: '品名', dataIndex: 'fname', sorter: true },
      { title: '类型', dataIndex: 'fkind', customRender: 'kind' },
    ],
    dictOptions: { kind: [{ value: '1', text: '入库' }] },
    cgRpConfigId: '9',
    cgRpConfigName: '任意报表',
  },
  [`${base}/getQueryInfo/9`]: [{ label: '品名', field: 'fname', view: 'text', mode: 'single' }],
  [`${base}/getParamsInfo/9`]: [],
  [`${base}/getData/9`]: { records: [{ fname: '宣纸', fkind: '1' }], total: 1 },
}

it('a report without a document is drawn from the columns that the server describes', async () => {
  const http = fakeHttp(said)
  draw(<AutoReport code="rp_any" />, buildRuntime(http, { types: fieldTypes }))
  expect(await page.findByRole('heading', { name: '任意报表' })).toBeTruthy()
  expect(await page.findByText('入库')).toBeTruthy()
  expect(page.getByLabelText('品名')).toBeTruthy()
})

it('an unknown report shows an error with a retry button', async () => {
  const http = fakeHttp({ [`${base}/getRpColumns/rp_any`]: appError('NOT_FOUND') })
  draw(<AutoReport code="rp_any" />, buildRuntime(http, { types: fieldTypes }))
  expect(await page.findByText('报表没有加载出来')).toBeTruthy()
  http.get.mockImplementation(async (url: string) => structuredClone((said as Record<string, unknown>)[url]))
  fireEvent.click(page.getByRole('button', { name: '再试一次' }))
  expect(await page.findByText('入库')).toBeTruthy()
})
