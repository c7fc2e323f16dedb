// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnyFieldType } from '#runtime/contract/contract.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { listCommands } from '#runtime/screens/list-kit/commands/list-commands.ts'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { book, buildRuntime, draw, type FakeHttp, fakeHttp, fakeWindow } from '../support.tsx'

const rows = [
  { id: '1', no: 'K1', name: '会稽志', kind: '府志', price: 12.5, state: '待审核' },
  { id: '2', no: 'K2', name: '临安志', kind: '府志', price: 7, state: '已审核' },
]
const listUrl = '/resource/catalog/book/list'
const open = (answer: unknown, over = {}, at = '/', screen = book) => {
  const http = fakeHttp({ [listUrl]: answer })
  const runtime = buildRuntime(http, over)
  return { http, runtime, ...draw(<ListScreen screen={screen} />, runtime, at) }
}
const lastParams = (http: FakeHttp) =>
  http.get.mock.calls.findLast(([url]) => url === listUrl)?.[1] as Record<string, unknown>
const findRow = async (id: string) => {
  await waitFor(() => expect(document.querySelector(`[data-row-id="${id}"]`)).not.toBeNull())
  return document.querySelector(`[data-row-id="${id}"]`) as HTMLElement
}

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('a list', () => {
  it('shows the conditions in force over its rows, and drops one or all', async () => {
    const { http } = open(
      { records: rows, total: 2 },
      {},
      '/?q=3&q.no=K*&q.kind_MultiString=府志,县志&q.name=*志*',
    )
    const chips = within(await page.findByRole('list', { name: '生效的条件' }))
    expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '编号 K',
      '书名 志',
      '类别 府志、县志',
      '清空',
    ])
    await userEvent.click(chips.getByRole('button', { name: '去掉条件：书名 志' }))
    await waitFor(() => expect(lastParams(http)).not.toHaveProperty('name'))
    expect(lastParams(http)).toMatchObject({ no: 'K*', kind_MultiString: '府志,县志' })
    await userEvent.click(chips.getByRole('button', { name: '清空' }))
    await waitFor(() => expect(lastParams(http)).not.toHaveProperty('no'))
    await waitFor(() => expect(page.queryByRole('list', { name: '生效的条件' })).toBeNull())
  })

  it('offers a page size that its user has added, also later', async () => {
    open({ records: rows, total: 90 })
    await findRow('1')
    await userEvent.click(page.getByRole('button', { name: '列设置' }))
    await userEvent.type(await page.findByLabelText('每页条数'), '50{Enter}')
    cleanup()
    open({ records: rows, total: 90 })
    await findRow('1')
    fireEvent.mouseDown(document.querySelector('.ant-pagination-options .ant-select-selector') as Element)
    const sizes = await waitFor(() => {
      const found = [...document.querySelectorAll('.ant-select-item-option')].map((item) => item.textContent)
      expect(found.length).toBeGreaterThan(0)
      return found
    })
    expect(sizes.map((text) => Number.parseInt(String(text), 10))).toEqual([10, 20, 30, 50])
  })

  it('shows rows with option texts, tags, and the sum of the page', async () => {
    open({ records: rows, total: 2 })
    const row = await findRow('1')
    expect(row.querySelector('[data-field="name"]')).toHaveProperty('textContent', '会稽志')
    expect(row.querySelector('[data-field="state"] .ant-tag')).not.toBeNull()
    expect(page.getByText('第 1–2 条，共 2 条')).toBeTruthy()
    expect(page.getByText('19.50')).toBeTruthy()
  })

  it('loads again when it is refreshed during its first load, whose rows may be old', async () => {
    let answerFirst = (_page: unknown) => {}
    const first = new Promise((resolve) => {
      answerFirst = resolve
    })
    const http = fakeHttp({})
    const answers = [first, { records: rows, total: 2 }]
    http.get.mockImplementation(async (url: string) => (url === listUrl ? answers.shift() : undefined))
    draw(<ListScreen screen={book} />, buildRuntime(http))
    fireEvent.click(await page.findByRole('button', { name: '刷新' }))
    answerFirst({ records: [], total: 0 })
    expect(await findRow('1')).toBeTruthy()
  })

  it('shows the totals of all pages beside those of the page', async () => {
    const summaryUrl = '/resource/catalog/book/summary'
    const http = fakeHttp({
      [listUrl]: { records: rows, total: 31 },
      [summaryUrl]: { total: 31, totals: { price: { sum: 987.5 } } },
    })
    draw(<ListScreen screen={book} />, buildRuntime(http), '/?q=1&q.no=K*')
    expect(await page.findByText('全部 31 条，定价合计 987.50')).toBeTruthy()
    expect(page.getByText('19.50').getAttribute('title')).toBeNull()
    expect(http.get).toHaveBeenCalledWith(summaryUrl, { no: 'K*', field: 'price' }, expect.anything())
  })

  it('shows the totals of all pages in the pager when several columns have them', async () => {
    const fields = book.fields.map((field) =>
      field.key === 'price' ? { ...field, statistics: ['sum' as const, 'average' as const] } : field,
    )
    const pages = { key: 'pages', title: '页数合计', type: 'inputNumber', statistics: ['sum'] } as const
    const http = fakeHttp({
      [listUrl]: { records: rows, total: 31 },
      '/resource/catalog/book/summary': {
        total: 31,
        totals: { price: { sum: 987.5, average: 31.85 }, pages: { sum: 4000 } },
      },
    })
    draw(
      <ListScreen screen={{ ...book, fields: [...fields, { ...pages, statistics: ['sum'] }] }} />,
      buildRuntime(http),
    )
    const texts = '定价合计 987.50，定价平均 31.85，页数合计 4,000'
    expect(await page.findByText(`第 1–10 条，共 31 条，${texts}`)).toBeTruthy()
    expect(page.queryByText(/^全部 31 条/)).toBeNull()
  })

  it('shows no totals of all pages when there is one page', async () => {
    const { http } = open({ records: rows, total: 2 })
    await findRow('1')
    expect(http.get.mock.calls.map(([url]) => url)).not.toContain('/resource/catalog/book/summary')
  })

  it('shows an approximate total when the server estimated it', async () => {
    open({ records: rows, total: 1_000_000, totalEstimated: true })
    await findRow('1')
    expect(page.getByText('第 1–10 条，约 1,000,000 条')).toBeTruthy()
  })

  it('requests the newest records first, with the page and conditions of the address', async () => {
    const { http } = open({ records: rows, total: 25 }, {}, '/?page=2&q=1&q.no=K*')
    await findRow('1')
    expect(lastParams(http)).toMatchObject({ column: 'createTime', order: 'desc', pageNo: 2, no: 'K*' })
  })

  it('sends the input of the query bar by its match rules, and requests page one', async () => {
    const { http } = open({ records: rows, total: 25 }, {}, '/?page=2')
    await findRow('1')
    await userEvent.type(page.getByLabelText('书名'), '通志{Enter}')
    await waitFor(() => expect(lastParams(http)).toMatchObject({ name: '*通志*', pageNo: 1 }))
  })

  it('shows a condition from a link although its query item was folded', async () => {
    const http = fakeHttp({ [listUrl]: { records: rows, total: 2 } })
    const pages = (
      <>
        <Link to="/?state=待审核">待审核的</Link>
        <ListScreen screen={book} />
      </>
    )
    draw(pages, buildRuntime(http))
    await findRow('1')
    expect(page.queryByLabelText('状态')).toBeNull()
    await userEvent.click(page.getByRole('link', { name: '待审核的' }))
    expect(await page.findByLabelText('状态')).toHaveProperty('value', '待审核')
    await waitFor(() => expect(lastParams(http)).toMatchObject({ state: '待审核' }))
    await userEvent.click(page.getByRole('button', { name: '重置' }))
    await waitFor(() => expect(lastParams(http)).not.toHaveProperty('state'))
  })

  it('offers to remove each condition when nothing is found, and removes the clicked one', async () => {
    const { http } = open({ records: [], total: 0 }, {}, '/?q=1&q.no=K*')
    expect(await page.findByText('没有查询到任何数据')).toBeTruthy()
    await userEvent.click(page.getByRole('button', { name: /编号 K/ }))
    await waitFor(() => expect(lastParams(http)).not.toHaveProperty('no'))
    expect(await page.findByText('还没有书目')).toBeTruthy()
  })

  it('says what the document says when no record exists', async () => {
    const screen = { ...book, list: { ...book.list, empty: '普通员工暂无此权限' } } as ScreenDocument
    open({ records: [], total: 0 }, {}, '/', screen)
    expect(await page.findByText('普通员工暂无此权限')).toBeTruthy()
    expect(page.queryByText('还没有书目')).toBeNull()
  })

  it.each([
    [false, '数据规则「本部门」只让您看到符合规则的记录，其余记录不显示。'],
    [true, '您的角色一条也没有勾选，所以看不到记录'],
  ])(
    'says by which rules the visible records are limited when none is (all hidden: %s)',
    async (hidesAll, text) => {
      open({ records: [], total: 0, limits: { names: ['本部门'], hidesAll } })
      expect(await page.findByText('没有可见的记录')).toBeTruthy()
      expect(page.getByText(new RegExp(text))).toBeTruthy()
      expect(page.queryByText('还没有书目')).toBeNull()
      expect(page.queryByRole('button', { name: '新增一条' }) === null).toBe(hidesAll)
    },
  )

  it('names a user condition by the real name, not by the account', async () => {
    const sel = fieldTypes.get('sel_user') as AnyFieldType
    const asked: ScreenDocument = { ...book, list: { query: ['createBy'] } }
    const names = '/sys/dict/loadDictItem/sys_user%2Crealname%2Cusername'
    const http = fakeHttp({ [listUrl]: { records: [], total: 0 }, [names]: ['李文澜'] })
    const runtime = buildRuntime(http)
    const known = new Map([...runtime.types, ['sel_user', sel]])
    draw(<ListScreen screen={asked} />, { ...runtime, types: known }, '/?createBy=clerk')
    await userEvent.click(await page.findByRole('button', { name: /创建人 李文澜/ }))
    await waitFor(() => expect(lastParams(http)).not.toHaveProperty('createBy'))
  })

  it('shows the warning of the server when the permission for the list is missing (510)', async () => {
    const { runtime } = open(appError('NO_DATA_PERMISSION'))
    expect(await page.findByText('没有权限，请联系管理员授权')).toBeTruthy()
    expect(runtime.notify).toHaveBeenCalledWith('warning', '没有权限，请联系管理员授权')
    expect(page.queryByRole('button', { name: '再试一次' })).toBeNull()
  })

  it('offers one retry button when the request fails', async () => {
    const { http } = open(appError('BUSINESS', { text: '数据库忙' }))
    expect(await page.findByText('数据库忙')).toBeTruthy()
    http.get.mockImplementation(async () => ({ records: rows, total: 2 }))
    await userEvent.click(page.getByRole('button', { name: '再试一次' }))
    await findRow('1')
  })

  it('deletes the selected records after a confirmation with their number', async () => {
    const { http, runtime } = open({ records: rows, total: 2 })
    await userEvent.click(within(await findRow('1')).getByRole('checkbox'))
    await userEvent.click(within(await findRow('2')).getByRole('checkbox'))
    await userEvent.click(page.getByRole('button', { name: '批量删除' }))
    expect(await page.findByText('确定要删除这 2 项吗?')).toBeTruthy()
    expect(http.send).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect(http.send).toHaveBeenCalledWith('DELETE', '/resource/catalog/book/deleteBatch', undefined, {
        params: { ids: '1,2' },
      }),
    )
    await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('success', '好了'))
  })

  it('shows a refusal that the shell does not show, and shows no refusal twice', async () => {
    const { http, runtime } = open({ records: rows, total: 2 })
    const refused = async (error: Error) => {
      http.send.mockRejectedValueOnce(error)
      await userEvent.click(page.getByRole('button', { name: '批量删除' }))
      await userEvent.click(await page.findByRole('button', { name: '确定' }))
      await waitFor(() => expect(page.queryByRole('button', { name: '确定' })).toBeNull())
    }
    await userEvent.click(within(await findRow('1')).getByRole('checkbox'))
    await refused(appError('FORBIDDEN'))
    expect(runtime.notify).not.toHaveBeenCalled()
    await refused(appError('BUSINESS', { text: '单据已被引用' }))
    expect(runtime.notify).toHaveBeenCalledWith('warning', '单据已被引用')
    await refused(appError('NETWORK'))
    expect(runtime.notify).toHaveBeenLastCalledWith('warning', '网络异常，请检查网络连接')
  })

  it('approves only when all selected rows are pending', async () => {
    const { http, runtime } = open({ records: rows, total: 2 })
    await userEvent.click(await page.findByRole('button', { name: '审核' }))
    expect(runtime.notify).toHaveBeenLastCalledWith('warning', '请选择一条记录！')
    await userEvent.click(within(await findRow('2')).getByRole('checkbox'))
    await userEvent.click(page.getByRole('button', { name: '审核' }))
    expect(runtime.notify).toHaveBeenLastCalledWith('warning', '选中数据有已审核数据，单据无法提交！')
    await userEvent.click(within(await findRow('2')).getByRole('checkbox'))
    await userEvent.click(within(await findRow('1')).getByRole('checkbox'))
    await userEvent.click(page.getByRole('button', { name: '审核' }))
    await userEvent.click(await page.findByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect(http.send).toHaveBeenCalledWith('POST', '/resource/catalog/book/move/audit', { ids: '1' }),
    )
  })

  it('leaves the focus on the actions of the row when a move replaced the button that was pressed', async () => {
    const answer = { records: rows, total: 2 }
    const screen = { ...book, actions: { row: ['audit', 'unaudit'] } } as typeof book
    const http = fakeHttp({ [listUrl]: answer })
    draw(<ListScreen screen={screen} />, buildRuntime(http))
    http.send.mockImplementation(async () => {
      answer.records = rows.map((row) => (row.id === '1' ? { ...row, state: '已审核' } : row))
      return { result: null, message: '好了' }
    })
    await userEvent.click(within(await findRow('1')).getByRole('button', { name: '审核' }))
    await userEvent.click(await page.findByRole('button', { name: '确定' }))
    await waitFor(async () =>
      expect(document.activeElement).toBe(within(await findRow('1')).getByRole('button', { name: '反审核' })),
    )
  })

  it('draws no button and no column without its permission code', async () => {
    open({ records: rows, total: 2 }, { can: (code: string) => !/add|edit|delete|audit|price/.test(code) })
    await findRow('1')
    for (const name of ['新增', '审核', '编辑', '删除'])
      expect(page.queryByRole('button', { name })).toBeNull()
    expect(page.queryByRole('columnheader', { name: '定价' })).toBeNull()
  })

  it('shows the totals of the selected rows', async () => {
    open({ records: rows, total: 2 })
    await userEvent.click(within(await findRow('1')).getByRole('checkbox'))
    const bar = await page.findByRole('toolbar', { name: '批量操作' })
    expect(bar.textContent).toContain('合计定价 12.50')
  })

  it.each([
    ['classes', 'B01', 'B01A02'],
    ['tree:depart', 'a7', 'k2'],
  ])(
    'shows the number of records in each node of its tree, with those below: %s',
    async (dictCode, top, below) => {
      const fields = [...book.fields, { key: 'class', title: '分类', type: 'input', list: false }]
      const sideTree = { dictCode, field: 'class', title: '分类' }
      const http = fakeHttp({
        [listUrl]: { records: rows, total: 2 },
        [`/sys/dict/getDictItems/${encodeURIComponent(dictCode)}`]: [
          { value: top, text: '志书' },
          { value: below, text: '府志', parent: top },
        ],
        '/resource/catalog/book/summary': {
          total: 13,
          totals: {},
          groups: [
            { value: below, total: 7, totals: {} },
            { value: top, total: 2, totals: {} },
            { value: null, total: 4, totals: {} },
          ],
        },
      })
      draw(<ListScreen screen={{ ...book, fields, sideTree } as ScreenDocument} />, buildRuntime(http))
      const tree = await page.findByRole('navigation', { name: '分类' })
      // All records, those of the first category with its branch, those of the branch.
      for (const count of ['13', '9', '7']) expect(await within(tree).findByText(count)).toBeTruthy()
    },
  )

  it('numbers its rows, and continues over pages', async () => {
    open({ records: rows, total: 25 }, {}, '/?page=2')
    const cells = (await findRow('2')).querySelectorAll('td')
    expect([...cells].map(({ textContent }) => textContent).slice(0, 2)).toEqual(['', '12'])
  })

  it('orders by the clicked column, and with Shift by a second one', async () => {
    const { http } = open({ records: rows, total: 2 }, {}, '/?sort=-no')
    await findRow('1')
    const head = (name: string) =>
      [...document.querySelectorAll<HTMLElement>('thead th')].find((cell) =>
        cell.textContent?.includes(name),
      ) as HTMLElement
    fireEvent.click(head('状态'), { shiftKey: true })
    await waitFor(() => expect(lastParams(http)).toMatchObject({ column: 'no,state', order: 'desc,asc' }))
    expect(head('编号').textContent).toContain('1')
    fireEvent.click(head('状态'))
    await waitFor(() => expect(lastParams(http)).toMatchObject({ column: 'state', order: 'desc' }))
  })

  it('filters by a choice in the head of a column, as the query bar does', async () => {
    const fields = book.fields.map((field) =>
      field.key === 'state'
        ? { ...field, options: [{ value: '待审核' }, { value: '已审核' }], query: 'in' }
        : field,
    )
    const http = fakeHttp({ [listUrl]: { records: rows, total: 25 } })
    draw(<ListScreen screen={{ ...book, fields } as ScreenDocument} />, buildRuntime(http), '/?page=2')
    await findRow('1')
    fireEvent.click(document.querySelector('th .ant-table-filter-trigger') as HTMLElement)
    fireEvent.click(await page.findByRole('menuitem', { name: '已审核' }))
    fireEvent.click(page.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(lastParams(http)).toMatchObject({ state_MultiString: '已审核', pageNo: 1 }))
  })

  it.each(listCommands.add.keys)('opens a new record on %s, which its button names', async (key) => {
    open({ records: rows, total: 2 })
    await findRow('1')
    expect(page.getByRole('button', { name: '新增' }).getAttribute('aria-keyshortcuts')).toBe(key)
    fireEvent.keyDown(document.body, { altKey: key.startsWith('Alt+'), code: `Key${key.at(-1)}` })
    expect(await page.findByRole('dialog')).toBeTruthy()
  })

  it('keeps a pinned column at the left, for the user and the screen', async () => {
    const first = open({ records: rows, total: 2 })
    await findRow('1')
    await userEvent.click(page.getByRole('button', { name: '列设置' }))
    await userEvent.click(await page.findByRole('button', { name: '固定状态' }))
    first.unmount()
    open({ records: rows, total: 2 })
    const cells = [...(await findRow('1')).querySelectorAll('[data-field]')]
    expect(cells[0]?.getAttribute('data-field')).toBe('state')
    expect(cells[0]?.className).toContain('ant-table-cell-fix-left')
  })

  it('stores hidden columns for the user and the screen', async () => {
    const { unmount } = open({ records: rows, total: 2 })
    await findRow('1')
    await userEvent.click(page.getByRole('button', { name: '列设置' }))
    await userEvent.click(await page.findByRole('checkbox', { name: '类别' }))
    await waitFor(() => expect(page.queryByRole('columnheader', { name: '类别' })).toBeNull())
    unmount()
    open({ records: rows, total: 2 })
    await findRow('1')
    expect(page.queryByRole('columnheader', { name: '类别' })).toBeNull()
  })

  it('returns the focus to the link that opened a form when the form closes', async () => {
    const { http } = open({ records: rows, total: 2 })
    const answers: Record<string, unknown> = { [listUrl]: { records: rows, total: 2 }, '/schema/index': [] }
    http.get.mockImplementation(async (url: string) => answers[url] ?? rows[0])
    const row = await findRow('1')
    const link = within(row).getByRole('link', { name: '会稽志' })
    link.focus()
    await userEvent.keyboard('{Enter}')
    const [close] = (await page.findAllByRole('button', { name: '关闭' })).slice(-1)
    await userEvent.click(close as HTMLElement)
    await waitFor(() => expect(document.activeElement?.closest('[data-row-id]')).toBe(row))
  })

  it('shows entries and a bottom bar on a phone', async () => {
    fakeWindow(true)
    open({ records: rows, total: 2 })
    const entry = await findRow('1')
    expect(entry.tagName).toBe('LI')
    expect(page.queryByRole('table')).toBeNull()
    expect(await page.findByRole('button', { name: '批量操作' })).toBeTruthy()
  })
})
