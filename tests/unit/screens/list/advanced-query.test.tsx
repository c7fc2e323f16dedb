// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ListAdvancedQuery } from '#runtime/screens/list-kit/advanced/ListAdvancedQuery.tsx'
import { ViewPlace } from '#runtime/screens/list-kit/advanced/ViewPlace.tsx'
import { plainMemory } from '#runtime/screens/list-kit/list-memory.ts'
import { ViewChip } from '#runtime/screens/list-kit/phone/ViewChip.tsx'
import type { List } from '#runtime/screens/list-kit/useList.ts'
import { expectGuarded, expectUnguarded } from '../guarded.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const source = {
  version: 2,
  kind: 'screen',
  id: 'catalog/book',
  title: '书目',
  perm: 'book',
  fields: [
    { key: 'name', title: '书名', type: 'input', length: 50 },
    { key: 'count', title: '册数', type: 'inputNumber', scale: 0 },
  ],
} as unknown as ScreenDocument

const listUrl = '/resource/catalog/book/list'
const savedUrl = '/sys/savedQuery/catalog/book/list'
const saved = {
  id: '1',
  title: '旧方案',
  matchType: 'and',
  records: [{ field: 'count', rule: 'gt', val: '9' }],
  visibility: 'private',
  owner: '李文澜',
  isOwn: true,
  isDefault: false,
}

beforeEach(() => {
  fakeWindow()
  localStorage.clear()
})

afterEach(cleanup)

const listWith = (conditions: Record<string, string>) => {
  const search = vi.fn()
  const sort = { column: 'createTime', order: 'desc' }
  const query = [{ names: ['no'], defaults: { no: 'A*' } }]
  const plan = {
    id: 'catalog/book',
    url: { list: listUrl },
    query,
    filters: new Map(),
    toolbar: [],
    sort,
    pageSize: 10,
  }
  const state = { pageNo: 1, pageSize: 10, sort, conditions }
  const list = { plan, state, conditions, search, openedView: { current: false } } as unknown as List
  return { search, list }
}

function open(conditions: Record<string, string> = {}) {
  const http = fakeHttp({ [listUrl]: { records: [], total: 7 }, [savedUrl]: [saved] })
  const runtime = buildRuntime(http, { types: fieldTypes })
  const { list, search } = listWith(conditions)
  const onClose = vi.fn()
  draw(<ListAdvancedQuery source={source} list={list} onClose={onClose} />, runtime)
  return { http, runtime, search, onClose }
}
const press = (name: string) => userEvent.click(page.getByRole('button', { name }))
const query = (...params: unknown[]) => ({
  superQueryParams: JSON.stringify(params),
  superQueryMatchType: 'and',
})
const sentence = () => page.findByText(/./, { selector: '.pro-advanced-sentence' })
const inName = { field: 'name', rule: 'in', val: '甲志,乙志', type: 'input' }

describe('the dialog of the advanced query', () => {
  it('refuses to run or save an empty query', async () => {
    const { runtime, search } = open()
    await page.findByRole('combobox', { name: '字段' })
    await press('查询')
    await press('保存')
    const texts = vi.mocked(runtime.notify).mock.calls.map(([, text]) => text)
    expect([texts, search.mock.calls]).toEqual([['不能查询空条件', '空条件不能保存'], []])
  })

  it('shows the sentence and the hits, and passes the query to the list with its other conditions', async () => {
    const { search, onClose, http } = open({ no: 'A*', ...query(inName) })
    expect((await sentence()).textContent).toContain('书名 属于 甲志、乙志')
    await waitFor(async () => expect((await sentence()).textContent).toContain('找到 7 条记录'))
    const counted = http.get.mock.calls.find(([url]) => url === listUrl)
    expect(counted?.[1]).toMatchObject({ no: 'A*', ...query(inName), pageSize: 1 })
    await press('查询')
    expect(search).toHaveBeenCalledWith({ no: 'A*', ...query(inName) })
    expect(onClose).toHaveBeenCalled()
  })

  it('keeps the first of several values when the rule changes from in', async () => {
    const { search } = open(query(inName))
    await userEvent.click(await page.findByRole('combobox', { name: '规则' }))
    await userEvent.click(await page.findByTitle('不为'))
    await press('查询')
    expect(search).toHaveBeenCalledWith(query({ ...inName, rule: 'ne', val: '甲志' }))
  })

  it.each([
    ['gt', '100', '100,'],
    ['in', '100,200', '100,'],
  ])(
    'keeps the value as the lower end when the rule changes from %s to between',
    async (rule, val, range) => {
      const count = { field: 'count', rule, val }
      const { search } = open(query(count))
      await userEvent.click(await page.findByRole('combobox', { name: '规则' }))
      await userEvent.click(await page.findByTitle('介于'))
      await press('查询')
      expect(search).toHaveBeenCalledWith(query({ ...count, rule: 'between', val: range }))
    },
  )

  it.each([
    ['name', '甲志,乙志', '丙志'],
    ['count', '1,2', '3'],
  ])('adds a value to those of %s when the rule is in', async (field, val, typed) => {
    const { search } = open(query({ field, rule: 'in', val }))
    await userEvent.type(await page.findByRole('combobox', { name: /^(书名|册数)$/ }), `${typed}，`)
    await press('查询')
    expect(search).toHaveBeenCalledWith(query({ field, rule: 'in', val: `${val},${typed}` }))
  })

  it('refuses to run a query that names a field which the user may not read', async () => {
    const { runtime, search } = open(query({ field: 'cost', rule: 'gt', val: '1' }))
    expect((await page.findByRole('alert')).textContent).toBe('字段不存在，或您无权查看')
    await press('查询')
    expect(runtime.notify).toHaveBeenCalledWith('warning', '查询条件里有不存在的字段，或您无权查看的字段')
    expect(search).not.toHaveBeenCalled()
  })

  it('refuses to run or save a value that is too long to be read back', async () => {
    const { runtime, search } = open(query({ ...inName, rule: 'eq', val: '甲' }))
    const input = await page.findByRole('textbox')
    fireEvent.change(input, { target: { value: 'x'.repeat(2001) } })
    fireEvent.blur(input)
    await press('查询')
    await press('保存')
    const texts = vi.mocked(runtime.notify).mock.calls.map(([, text]) => text)
    expect(texts).toEqual(Array(2).fill('查询条件太多或太长，请删减后再试'))
    expect([search.mock.calls, page.queryByLabelText('保存名称')]).toEqual([[], null])
  })

  it('offers groups up to five levels', async () => {
    open()
    await page.findByRole('combobox', { name: '字段' })
    for (let level = 1; level < 5; level += 1)
      await userEvent.click(page.getAllByRole('button', { name: '添加条件组' })[0] as HTMLElement)
    const groups = page.getAllByRole('group', { name: '条件组' })
    const deepest = groups.at(-1) as HTMLElement
    expect(groups).toHaveLength(5)
    expect(within(deepest).queryByRole('button', { name: '添加条件组' })).toBeNull()
  })

  it('removes the query of the list when it is reset', async () => {
    const { search } = open({ no: 'A*', ...query(inName) })
    await sentence()
    await press('重置')
    expect(search).toHaveBeenCalledWith({ no: 'A*' })
    expect((await sentence()).textContent).not.toContain('甲志')
  })

  it('asks before changed conditions are lost, and asks nothing when they are those of the list', async () => {
    const { onClose } = open(query(inName))
    await sentence()
    const dialog = page.getByRole('dialog', { name: '高级查询' })
    expectUnguarded(dialog, onClose)
    await press('添加条件')
    await expectGuarded(dialog, onClose)
  })

  it('asks nothing when the changed conditions are saved as a view', async () => {
    const { http, onClose } = open(query(inName))
    await sentence()
    await userEvent.click(page.getByRole('combobox', { name: '规则' }))
    await userEvent.click(await page.findByTitle('不为'))
    expect(hasUnsaved()).toBe(true)
    await press('保存')
    const name = await page.findByLabelText('保存名称')
    await userEvent.type(name, '新方案')
    let answer = (_answer: unknown) => {}
    http.send.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    await userEvent.type(name, '{Enter}{Enter}')
    expect(http.send).toHaveBeenCalledTimes(1)
    answer({ result: { id: '3' }, message: '好了' })
    await waitFor(() => expect(page.queryByLabelText('保存名称')).toBeNull())
    expectUnguarded(page.getByRole('dialog', { name: '高级查询' }), onClose)
  })
})

/** Draws the views above a list; one saved query is the default of the user. */
function openViews(conditions: Record<string, string>) {
  const http = fakeHttp({ [savedUrl]: [saved, { ...saved, id: '2', title: '常用', isDefault: true }] })
  const { list, search } = listWith(conditions)
  const drawn = draw(
    <ViewPlace list={list} memory={plainMemory} />,
    buildRuntime(http, { types: fieldTypes }),
  )
  return { http, search, ...drawn }
}

describe('the views above a list', () => {
  const common = query(...saved.records)

  it('move nothing when they arrive late in a list that had them before', async () => {
    const place = () => document.querySelector('.pro-views-place')
    const { unmount } = openViews({ no: 'B' })
    expect(place()).toBeNull()
    await page.findByText('常用')
    unmount()
    openViews({ no: 'B' })
    expect(place()).not.toBeNull()
    await page.findByText('常用')
    expect(place()).toBeNull()
    localStorage.clear()
  })

  it('open the default query when the list has its first conditions', async () => {
    const { search } = openViews({ no: 'A*' })
    await waitFor(() => expect(search).toHaveBeenCalledWith({ no: 'A*', ...common }))
    expect(search).toHaveBeenCalledTimes(1)
  })

  it('leave the conditions of a link unchanged when there is a default query', async () => {
    const { search } = openViews({ no: 'B' })
    expect(await page.findByText('常用')).toBeTruthy()
    expect(search).not.toHaveBeenCalled()
  })

  it('replace the query of the list when another view is chosen', async () => {
    const { search } = openViews({ no: 'B', ...query(inName) })
    await userEvent.click(await page.findByText('旧方案'))
    expect(search).toHaveBeenLastCalledWith({ no: 'B', ...common })
    await userEvent.click(page.getByText('全部'))
    expect(search).toHaveBeenLastCalledWith({ no: 'B' })
  })
})

describe('saved queries', () => {
  /** Types a name into the dialog of saving, and saves. */
  const saveAs = async (title: string) => {
    const input = await page.findByRole('textbox', { name: '保存名称' })
    if (title !== '') await userEvent.type(input, title)
    await userEvent.click(page.getAllByRole('button', { name: '保存' }).at(-1) as HTMLElement)
  }

  it('need a name, and a confirmation when the name exists', async () => {
    const { http, runtime } = open(query(inName))
    await page.findByText('旧方案')
    await press('保存')
    await saveAs('')
    expect(runtime.notify).toHaveBeenCalledWith('warning', '保存名称不能为空')
    await saveAs('旧方案')
    expect(await page.findByText('旧方案 已存在，是否覆盖？')).toBeTruthy()
    expect(http.send).not.toHaveBeenCalled()
    await press('确定')
    await waitFor(() =>
      expect(http.send).toHaveBeenCalledWith('POST', '/sys/savedQuery/catalog/book/save', {
        title: '旧方案',
        matchType: 'and',
        records: [inName],
        visibility: 'private',
        overwrite: true,
      }),
    )
  })

  it('are opened in the builder, and deleted after a confirmation', async () => {
    const { http } = open()
    await userEvent.click(await page.findByText('旧方案'))
    expect((await sentence()).textContent).toContain('册数 大于 9')
    await press('删除 旧方案')
    expect(await page.findByText('是否删除当前查询？')).toBeTruthy()
    await press('确定')
    await waitFor(() =>
      expect(http.send.mock.calls[0]?.slice(0, 2)).toEqual(['DELETE', '/sys/savedQuery/catalog/book/delete']),
    )
  })

  it('move from the storage of the browser to the server once', async () => {
    const local = [{ title: '本地', matchType: 'or', records: [{ field: 'name', rule: 'eq', val: '甲' }] }]
    localStorage.setItem('pro__JSuperQuerySaved_catalog/book', JSON.stringify({ value: local, expire: null }))
    const { http } = openViews({})
    await waitFor(() =>
      expect(http.send).toHaveBeenCalledWith('POST', '/sys/savedQuery/catalog/book/takeOver', {
        queries: local,
      }),
    )
    await waitFor(() => expect(localStorage.getItem('pro__JSuperQuerySaved_catalog/book')).toBeNull())
  })
})

describe('the views of a list on a phone', () => {
  const draws = (conditions: Record<string, string>, views = [saved]) => {
    const http = fakeHttp({ [savedUrl]: views })
    const { list, search } = listWith(conditions)
    draw(<ViewChip list={list} unsaved={<i>未保存</i>} />, buildRuntime(http, { types: fieldTypes }))
    return search
  }

  it('are a menu beside the query that is not saved', async () => {
    const search = draws({ no: 'B', ...query(inName) })
    await userEvent.click(await page.findByRole('button', { name: '视图' }))
    expect(page.getByText('未保存')).toBeTruthy()
    await userEvent.click(await page.findByRole('menuitem', { name: '旧方案' }))
    expect(search).toHaveBeenLastCalledWith({ no: 'B', ...query(...saved.records) })
  })

  it('have the title of the current one when it has conditions on the rows of a detail table', async () => {
    const rows = { matchType: 'and', detail: 'items', params: saved.records }
    draws(query(rows), [{ ...saved, records: [rows] as object[] as typeof saved.records }])
    expect(await page.findByRole('button', { name: '视图 旧方案' })).toBeTruthy()
  })

  it('have the title of the current one, and an entry for all records', async () => {
    const search = draws({ no: 'B', ...query(...saved.records) })
    await userEvent.click(await page.findByRole('button', { name: '视图 旧方案' }))
    expect(page.queryByText('未保存')).toBeNull()
    await userEvent.click(await page.findByRole('menuitem', { name: '全部' }))
    expect(search).toHaveBeenLastCalledWith({ no: 'B' })
  })
})
