// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compileActions } from '#runtime/compile/actions.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { appError, errorText } from '#runtime/kernel/errors.ts'
import { requestValues } from '#runtime/record/request-values.ts'
import { builtInActions } from '#runtime/schema/action-codes.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { listTools } from '#runtime/screens/list-kit/tools.tsx'
import * as saving from '#runtime/ui/save-file.ts'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

// Not vi.mock: the file would load all modules anew.
const saveFile = vi.spyOn(saving, 'saveFile').mockReturnValue()
afterAll(() => saveFile.mockRestore())

const actions = {
  toolbar: [
    'add',
    'superQuery',
    'import',
    'export',
    {
      code: 'recount',
      title: '复盘',
      icon: 'scan',
      call: { method: 'POST', url: '/book/recount', send: { by: '=user.username' } },
    },
    {
      code: 'lend',
      title: '借出',
      batch: true,
      when: "row.kind == '府志'",
      call: { method: 'PUT', url: '/book/lend', send: { ids: '=ids', status: 2 } },
    },
  ],
  row: [
    { code: 'note', title: '批注', open: 'catalog/note', send: { bookId: '=row.id', no: '=row.no' } },
    {
      code: 'loans',
      title: '借阅',
      icon: 'ant-design:read-outlined',
      open: 'catalog/loan',
      send: { bookId: '=row.id' },
    },
    {
      code: 'scrap',
      title: '剔旧',
      danger: true,
      confirm: '确定剔旧吗?',
      call: { method: 'DELETE', url: '/book/scrap', send: { id: '=row.id' } },
    },
    'print',
  ],
}
const library = { ...book, actions } as unknown as ScreenDocument
const rows = [
  { id: '1', no: 'K1', name: '会稽志', kind: '府志' },
  { id: '2', no: 'K2', name: '剡录', kind: '县志' },
]
const note = {
  version: 2,
  kind: 'form',
  id: 'catalog/note',
  title: '写批注',
  params: ['bookId', 'no'],
  fields: [{ key: 'text', title: '批注', type: 'input' }],
  submit: { method: 'POST', url: '/book/note', send: { id: '=params.bookId', text: '=text' } },
}
const answers = {
  '/resource/catalog/book/list': { records: rows, total: 2 },
  '/resource/catalog/book/queryById': rows[0],
  '/resource/catalog/book/moves': { author: '', createTime: '', moves: [] },
  '/sys/export/recent': [],
  '/schema/index': [
    { id: 'catalog/note', title: '写批注', kind: 'form', rev: '1', components: [] },
    { id: 'catalog/loan', title: '借阅', kind: 'screen', rev: '1', components: [], path: '/loans' },
  ],
  '/schema/documents/catalog/note': { id: 'catalog/note', rev: '1', document: note },
}

function Where() {
  const { pathname, search } = useLocation()
  return <p data-testid="where">{pathname + search}</p>
}

const open = (over = {}, index: Record<string, unknown> = {}) => {
  const http = fakeHttp({ ...answers, ...index })
  const runtime = buildRuntime(http, over)
  draw(
    <>
      <ListScreen screen={library} />
      <Where />
    </>,
    runtime,
  )
  return { http, runtime }
}
const findRow = async (id: string) => {
  await waitFor(() => expect(document.querySelector(`[data-row-id="${id}"]`)).not.toBeNull())
  return document.querySelector(`[data-row-id="${id}"]`) as HTMLElement
}
/** The first action is visible, the others are in the 更多 menu. */
const inMore = async (row: HTMLElement, title: string) => {
  await userEvent.click(within(row).getByRole('button', { name: '更多' }))
  await userEvent.click(await page.findByRole('menuitem', { name: title }))
}
const lists = (http: { get: ReturnType<typeof vi.fn> }) =>
  http.get.mock.calls.filter(([url]) => url === '/resource/catalog/book/list').length

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('actions that a document adds', () => {
  it('call a route with the values of the document, show its message and load the rows again', async () => {
    const { http, runtime } = open()
    await findRow('1')
    await userEvent.click(page.getByRole('button', { name: '复盘' }))
    await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('success', '好了'))
    expect(http.send).toHaveBeenCalledWith('POST', '/book/recount', { by: 'clerk' })
    await waitFor(() => expect(lists(http)).toBe(2))
  })

  it('send the selected row ids as one comma-separated list when the action is a batch', async () => {
    const { http, runtime } = open()
    await userEvent.click(within(await findRow('1')).getByRole('checkbox'))
    await userEvent.click(page.getByRole('button', { name: '借出' }))
    await waitFor(() => expect(http.send).toHaveBeenCalledWith('PUT', '/book/lend', { ids: '1', status: 2 }))
    expect(runtime.notify).toHaveBeenCalledWith('success', '好了')
  })

  it('show a warning and send nothing when no row is selected or a selected row does not match the condition', async () => {
    const { http, runtime } = open()
    await findRow('1')
    await userEvent.click(page.getByRole('button', { name: '借出' }))
    expect(runtime.notify).toHaveBeenCalledWith('warning', '请选择一条记录！')
    await userEvent.click(within(await findRow('2')).getByRole('checkbox'))
    await userEvent.click(page.getByRole('button', { name: '借出' }))
    expect(runtime.notify).toHaveBeenCalledWith('warning', '选中的记录里有不能借出的')
    expect(http.send).not.toHaveBeenCalled()
  })

  it('show the confirmation text of the document before the request', async () => {
    const { http } = open()
    await inMore(await findRow('1'), '剔旧')
    expect(await page.findByText('确定剔旧吗?')).toBeTruthy()
    expect(http.send).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect(http.send).toHaveBeenCalledWith('DELETE', '/book/scrap', undefined, { params: { id: '1' } }),
    )
  })

  it('show the text of the server when it refuses the request', async () => {
    const { http, runtime } = open()
    http.send.mockRejectedValue(appError('BUSINESS', { text: '盘点中，不能复盘' }))
    await findRow('1')
    await userEvent.click(page.getByRole('button', { name: '复盘' }))
    await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('warning', '盘点中，不能复盘'))
  })

  it('open a form with the values of the row and reload the list after the form is sent', async () => {
    const { http } = open()
    await userEvent.click(within(await findRow('2')).getByRole('button', { name: '批注' }))
    expect(await page.findByRole('dialog', { name: '写批注' })).toBeTruthy()
    await userEvent.type(page.getByLabelText('批注'), '缺页')
    await userEvent.click(page.getByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect(http.send).toHaveBeenCalledWith('POST', '/book/note', { id: '2', text: '缺页' }),
    )
    await waitFor(() => expect(lists(http)).toBe(2))
    await waitFor(() => expect(page.queryByRole('dialog', { name: '写批注' })).toBeNull())
  })

  it('open another screen with its conditions in the address', async () => {
    open()
    await inMore(await findRow('2'), '借阅')
    await waitFor(() => expect(page.getByTestId('where').textContent).toBe('/loans?q=1&q.bookId=2'))
  })

  it('show a warning when the user may not open the target document', async () => {
    const { runtime } = open({}, { '/schema/index': [] })
    await inMore(await findRow('2'), '借阅')
    await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('warning', '没有打开「借阅」的权限'))
  })

  it('open the print view of a record, and print it when its button is clicked', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    open()
    await inMore(await findRow('1'), '打印')
    const preview = await page.findByRole('dialog', { name: /打印预览/ })
    expect(await within(preview).findByText('会稽志')).toBeTruthy()
    await userEvent.click(within(preview).getByRole('button', { name: '打印' }))
    expect(print).toHaveBeenCalledTimes(1)
    await userEvent.click(within(preview).getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  })

  it('show the icons of the document, both in the list and in the 更多 menu', async () => {
    open()
    const row = await findRow('1')
    const recount = page.getByRole('button', { name: '复盘' })
    await waitFor(() => expect(recount.querySelector('.anticon-scan')).not.toBeNull())
    // Actions without an icon in the document show their default icon, or none.
    expect(page.getByRole('button', { name: '新增' }).querySelector('.anticon-plus')).not.toBeNull()
    expect(page.getByRole('button', { name: '借出' }).querySelector('.anticon')).toBeNull()
    await userEvent.click(within(row).getByRole('button', { name: '更多' }))
    const loans = await page.findByRole('menuitem', { name: '借阅' })
    await waitFor(() => expect(loans.querySelector('.anticon-read')).not.toBeNull())
  })

  it('are absent when the user lacks the permission code', async () => {
    open({ can: (code: string) => code !== 'book:recount' && code !== 'book:note' })
    await findRow('1')
    expect(page.queryByRole('button', { name: '复盘' })).toBeNull()
    expect(page.queryByText('批注')).toBeNull()
  })
})

describe('the export of a list', () => {
  const url = '/resource/catalog/book/exportXls'
  const getParams = (http: { download: ReturnType<typeof vi.fn> }) => http.download.mock.calls[0]?.[1]

  it('requests the visible columns and the conditions when no row is selected', async () => {
    const { http } = open()
    const blob = new Blob(['x'])
    http.download.mockResolvedValue({ blob, name: '' })
    await findRow('1')
    await userEvent.click(page.getByRole('button', { name: '导出' }))
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith(blob, `${library.title}.xlsx`))
    expect(http.download.mock.calls[0]?.[0]).toBe(url)
    expect(getParams(http)).toMatchObject({ field: expect.stringContaining('no,name') })
    expect(getParams(http)).not.toHaveProperty('selections')
    expect(getParams(http)).not.toHaveProperty('pageNo')
  })

  it('requests the selected rows when there are any', async () => {
    const { http } = open()
    http.download.mockResolvedValue({ blob: new Blob(['x']), name: '书.xlsx' })
    await userEvent.click(within(await findRow('2')).getByRole('checkbox'))
    await userEvent.click(page.getByRole('button', { name: '导出' }))
    await waitFor(() => expect(getParams(http)).toMatchObject({ selections: '2' }))
  })

  it('shows the long exports of the list first when the user has some', async () => {
    const done = { id: 'e1', fileName: '书.xlsx', createTime: '2026-11-22 08:30:00', state: 'done', rows: 3 }
    const { http } = open({}, { '/sys/export/recent': [done] })
    await findRow('1')
    await userEvent.click(page.getByRole('button', { name: '导出' }))
    expect(await page.findByText('最近导出')).toBeTruthy()
    expect(http.get).toHaveBeenCalledWith('/sys/export/recent', { screen: library.id })
    expect(http.download).not.toHaveBeenCalled()
  })

  it('reports a failed download when the file is empty', async () => {
    const { http, runtime } = open()
    http.download.mockResolvedValue({ blob: new Blob([]), name: '' })
    await findRow('1')
    await userEvent.click(page.getByRole('button', { name: '导出' }))
    await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('warning', '文件下载失败'))
  })
})

describe('the import of a list', () => {
  const fault = {
    file: '书.xlsx',
    sheet: '书',
    row: 2,
    column: 'C',
    header: '类别',
    value: '府治',
    reason: '字典值不存在：府治',
    nearest: '府志',
  }
  const choose = async (name = '书.xlsx') => {
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    await userEvent.upload(input, new File(['x'], name), { applyAccept: false })
  }

  it('sends the corrected cells with the file after an attempt with faults, and closes when it succeeds', async () => {
    const { http, runtime } = open()
    const message = '文件导入失败:有 1 处错误，没有导入任何数据'
    http.upload.mockResolvedValueOnce({ result: { unknown: [], targets: [] } })
    http.upload.mockResolvedValueOnce({ result: { faults: [fault], msg: '错误行数：1' }, message })
    http.upload.mockResolvedValueOnce({ result: {}, message: '共1行数据全部导入成功！' })
    await findRow('1')
    await userEvent.click(page.getByRole('button', { name: '导入' }))
    const dialog = await page.findByRole('dialog', { name: '导入EXCEL' })
    const start = within(dialog).getByRole('button', { name: '开始上传' }) as HTMLButtonElement
    expect(start.disabled).toBe(true)
    await choose()
    await userEvent.click(start)
    await userEvent.click(await within(dialog).findByRole('button', { name: '改为「府志」' }))
    await userEvent.click(within(dialog).getByRole('button', { name: /^导\s?入$/ }))
    await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('success', '共1行数据全部导入成功！'))
    const [url, form] = http.upload.mock.calls[2] as [string, FormData]
    expect(url).toBe('/resource/catalog/book/importExcel')
    expect(JSON.parse(String(form.get('cells')))).toEqual([
      { file: '书.xlsx', sheet: '书', row: 2, column: 'C', value: '府志' },
    ])
    expect((form.get('files[]') as File).name).toBe('书.xlsx')
  })

  it('refuses a file of another type, and reports a failed upload', async () => {
    const { http, runtime } = open()
    http.upload.mockRejectedValue(appError('NETWORK'))
    await findRow('1')
    await userEvent.click(page.getByRole('button', { name: '导入' }))
    const dialog = await page.findByRole('dialog', { name: '导入EXCEL' })
    await choose('书.csv')
    const message = '不是 Excel 文件，只能导入 .xls 和 .xlsx'
    const text = errorText('IMPORT_FAILED', { file: '书.csv', message })
    expect(text).toBe('书.csv 不是 Excel 文件，只能导入 .xls 和 .xlsx.')
    await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('warning', text))
    await choose()
    await userEvent.click(within(dialog).getByRole('button', { name: '开始上传' }))
    await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('warning', '文件上传失败'))
  })
})

it('a refused move of a row keeps the typed answer, which is sent again', async () => {
  const reject = {
    ...{ code: 'reject', title: '驳回', from: ['待审核'], to: '已驳回' },
    ask: { key: 'note', title: '驳回意见', required: true },
  }
  const shelf = { ...book, flow: { ...book.flow, moves: [reject] }, actions: { row: ['reject'] } }
  const waiting = { id: '1', no: 'K1', name: '会稽志', kind: '府志', state: '待审核' }
  const http = fakeHttp({ ...answers, '/resource/catalog/book/list': { records: [waiting], total: 1 } })
  draw(<ListScreen screen={shelf as ScreenDocument} />, buildRuntime(http))
  await userEvent.click(within(await findRow('1')).getByRole('button', { name: '驳回' }))
  const dialog = await page.findByRole('dialog', { name: '驳回' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: '驳回意见' }), '缺页')
  http.send.mockRejectedValueOnce(appError('NETWORK'))
  await userEvent.click(within(dialog).getByRole('button', { name: '驳回' }))
  expect(await within(dialog).findByText(/写的内容还在/)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: '驳回' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  const sent = ['POST', '/resource/catalog/book/move/reject', { ids: '1', answer: '缺页' }]
  expect(http.send.mock.calls.map((call) => call.slice(0, 3))).toEqual([sent, sent])
})

it('every action keyword draws a button and has a list tool', () => {
  const words = Object.keys(builtInActions)
  const { toolbar, batch, row } = compileActions(
    book,
    { toolbar: words, row: words },
    { types: fieldTypes, can: () => true },
  )
  const drawn = new Set([...toolbar, ...batch, ...row].map(({ code }) => code))
  expect(words.filter((word) => !drawn.has(word))).toEqual([])
  for (const word of drawn) expect(Object.keys(listTools)).toContain(word)
})

it('request values contain literals, unchanged values, results of expressions, and lists joined by commas', () => {
  const scope = ([name = '']: readonly string[]) =>
    ({ id: '9007199254740993', kinds: ['a', 'b'], price: '1.10', none: null })[name]
  const send = { id: '=id', kinds: '=kinds', double: '=price * 2', none: '=none', on: true, word: '文' }
  expect(requestValues(send, scope)).toEqual({
    id: '9007199254740993',
    kinds: 'a,b',
    double: 2.2,
    none: null,
    on: true,
    word: '文',
  })
})
