// @vitest-environment jsdom
import { act, cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { branchSource } from '#runtime/screens/treeList/branch-source.ts'
import { layoutTree, readTree } from '#runtime/screens/treeList/branches.ts'
import { TreeListScreen } from '#runtime/screens/treeList/TreeListScreen.tsx'
import { buildRuntime, draw, type FakeHttp, fakeHttp, fakeWindow } from '../support.tsx'

const place = {
  version: 2,
  kind: 'screen',
  id: 'base/place',
  title: '库位',
  perm: 'place',
  tree: { parent: 'parentId', hasChild: 'hasChild', text: 'name' },
  fields: [
    { key: 'code', title: '编号', type: 'input', isOrder: true },
    { key: 'name', title: '名称', type: 'input', width: 200, query: 'like' },
    { key: 'parentId', title: '上级', type: 'input', list: false },
  ],
  list: { layout: 'tree', sort: 'code', select: true },
  actions: { toolbar: ['add', 'deleteBatch'], row: ['addChild', 'delete'] },
} as unknown as ScreenDocument

const row = (id: string, name: string, parentId: string | null = null, hasChild = '0') => ({
  id,
  code: id,
  name,
  parentId,
  hasChild,
})
const branches: Record<string, ReturnType<typeof row>[]> = {
  '': [row('k1', '一号库', null, '1'), row('k2', '二号库')],
  k1: [row('r1', '一排', 'k1', '1'), row('r2', '二排', 'k1')],
  r1: [row('s1', '一架', 'r1')],
}
const at = '/resource/base/place'

/** A server that answers with one branch, several branches or a search result. */
function server(over: (url: string, params: Record<string, unknown>) => unknown = () => undefined): FakeHttp {
  const http = fakeHttp({})
  http.get.mockImplementation(async (url: string, params: Record<string, unknown>) => {
    const said = over(url, params)
    if (said instanceof Error) throw said
    if (said !== undefined) return structuredClone(said)
    if (url === `${at}/rootList`) return structuredClone({ records: branches[''], total: 2 })
    if (url === `${at}/childList`) return structuredClone(branches[String(params.pid)] ?? [])
    if (url === `${at}/getChildListBatch`) {
      const records = String(params.parentIds)
        .split(',')
        .flatMap((id) => branches[id] ?? [])
      return structuredClone({ records, total: records.length })
    }
    return null
  })
  return http
}
const open = (
  http: FakeHttp,
  over: Partial<Parameters<typeof buildRuntime>[1]> = {},
  address = '/',
  screen = place,
) => ({
  http,
  ...draw(<TreeListScreen screen={screen} />, buildRuntime(http, over), address),
})
const shown = () =>
  [...document.querySelectorAll('[data-row-id]')].map((one) => one.getAttribute('data-row-id'))
const seen = (...ids: string[]) => waitFor(() => expect(shown()).toEqual(ids))
const button = (name: string | RegExp) => page.getByRole('button', { name })
const calls = (http: FakeHttp, verb: string) =>
  http.get.mock.calls.filter(([url]) => url === `${at}/${verb}`).map(([, params]) => params)

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('a tree list', () => {
  it('opens a branch under its row and closes it again', async () => {
    const { http } = open(server())
    await seen('k1', 'k2')
    expect(page.queryByRole('button', { name: /二号库/ })?.className ?? '').not.toContain('switch')
    await userEvent.click(button('展开 一号库'))
    await seen('k1', 'r1', 'r2', 'k2')
    expect(calls(http, 'childList')).toEqual([{ pid: 'k1', column: 'code', order: 'asc' }])
    expect(button('收起 一号库').getAttribute('aria-expanded')).toBe('true')
    await userEvent.click(button('收起 一号库'))
    await seen('k1', 'k2')
  })

  it('moves by arrow keys: right opens a branch and enters it, left closes it and moves to its parent', async () => {
    open(server())
    await seen('k1', 'k2')
    act(() => button('展开 一号库').focus())
    await userEvent.keyboard('{ArrowRight}')
    await seen('k1', 'r1', 'r2', 'k2')
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(button('展开 一排'))
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.closest('[data-branch]')?.getAttribute('data-branch')).toBe('r2')
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(button('收起 一号库'))
    await userEvent.keyboard('{ArrowLeft}')
    await seen('k1', 'k2')
  })

  it('keeps open branches open on a refresh, with one request for all branches', async () => {
    const { http } = open(server())
    await seen('k1', 'k2')
    await userEvent.click(button('展开 一号库'))
    await userEvent.click(await page.findByRole('button', { name: '展开 一排' }))
    await seen('k1', 'r1', 's1', 'r2', 'k2')
    http.get.mockClear()
    await userEvent.click(button('刷新'))
    await waitFor(() => expect(calls(http, 'getChildListBatch')).toHaveLength(1))
    expect(calls(http, 'getChildListBatch')[0]).toMatchObject({ parentIds: 'k1,r1' })
    expect(calls(http, 'childList')).toEqual([])
    expect(shown()).toEqual(['k1', 'r1', 's1', 'r2', 'k2'])
  })

  it('shows at the row why its branch could not be loaded, and retries there', async () => {
    let isAway = true
    open(server((url) => (url.endsWith('childList') && isAway ? appError('NETWORK') : undefined)))
    await seen('k1', 'k2')
    await userEvent.click(button('展开 一号库'))
    expect((await page.findByRole('alert')).textContent).toContain(
      '「一号库」的下级没有加载出来：网络异常，请检查网络连接',
    )
    expect(shown()).toEqual(['k1', 'k2'])
    isAway = false
    await userEvent.click(button('再试一次'))
    await seen('k1', 'r1', 'r2', 'k2')
    expect(page.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['the top', 'rootList'],
    ['a branch', 'childList'],
  ])('shows an error for an answer of unknown form, for %s', async (_name, verb) => {
    open(server((url) => (url.endsWith(verb) ? { rows: [] } : undefined)))
    if (verb === 'childList') {
      await seen('k1', 'k2')
      await userEvent.click(button('展开 一号库'))
    }
    expect((await page.findByRole('alert')).textContent).toContain('返回数据类型不识别')
  })

  it('shows found records under their ancestors, with all branches open', async () => {
    const found = { records: [branches.r1?.[0]], total: 1, above: [branches.k1?.[0], branches['']?.[0]] }
    const { http } = open(
      server((_url, params) => (params?.name ? found : undefined)),
      {},
      '/?q=1&q.name=*架*',
    )
    await seen('k1', 'r1', 's1')
    expect(document.querySelector('[data-branch="k1"]')?.hasAttribute('data-above')).toBe(true)
    expect(document.querySelector('[data-branch="s1"]')?.hasAttribute('data-above')).toBe(false)
    expect(page.getByText('第 1–1 条，共 1 条')).toBeTruthy()
    await userEvent.click(button('收起 一排'))
    await seen('k1', 'r1')
    expect(calls(http, 'childList')).toEqual([])
  })

  it('adds a record below a row: the form starts with the parent, and the branch is open afterwards', async () => {
    const loadScreen = vi.fn()
    const { http } = open(server(), { loadScreen })
    await seen('k1', 'k2')
    await userEvent.click(page.getAllByRole('button', { name: '添加下级' })[0] as HTMLElement)
    const parent = await page.findByRole('textbox', { name: '上级' })
    expect(parent).toHaveProperty('value', 'k1')
    http.send.mockResolvedValue({ result: { id: 'r3', parentId: 'k1' }, message: '添加成功！' })
    await userEvent.click(button('保存'))
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    expect(http.send.mock.calls[0]?.[2]).toMatchObject({ parentId: 'k1' })
    await seen('k1', 'r1', 'r2', 'k2')
  })

  it('selects rows of any level', async () => {
    const { http } = open(server())
    await seen('k1', 'k2')
    await userEvent.click(button('展开 一号库'))
    await seen('k1', 'r1', 'r2', 'k2')
    await userEvent.click(page.getByRole('checkbox', { name: /一排/ }))
    await userEvent.click(button('批量删除'))
    await userEvent.click(await page.findByRole('button', { name: '确定' }))
    await waitFor(() => expect(http.send.mock.calls[0]?.[3]).toEqual({ params: { ids: 'r1' } }))
  })

  it('nests a tree that the server sends completely, and requests no branch', async () => {
    const whole = { ...place, tree: { ...place.tree, lazy: false } } as ScreenDocument
    const http = server((url) => (url.endsWith('rootList') ? Object.values(branches).flat() : undefined))
    open(http, {}, '/', whole)
    await seen('k1', 'k2')
    await userEvent.click(button('展开 一号库'))
    await userEvent.click(button('展开 一排'))
    await seen('k1', 'r1', 's1', 'r2', 'k2')
    expect(calls(http, 'childList')).toEqual([])
  })

  it('opens branches in its entries on a phone', async () => {
    fakeWindow(true)
    open(server())
    await seen('k1', 'k2')
    await userEvent.click(button('展开 一号库'))
    await seen('k1', 'r1', 'r2', 'k2')
  })
})

describe('the rows of a tree', () => {
  it('are in the order of the answer, with nested children moved out of their records', () => {
    const plan = { parent: 'parentId' }
    const nested = { records: [{ ...row('a', 'A'), children: [row('b', 'B')] }, row('c', 'C')], total: 2 }
    const given = readTree(nested, plan)
    expect(
      layoutTree(given.top, (one) => given.below.get(one.id)).map((one) => [one.row.id, one.depth]),
    ).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ])
    const search = readTree(
      { records: [row('y', 'Y', 'q'), row('x', 'X', 'p')], total: 2, above: [row('p', 'P'), row('q', 'Q')] },
      plan,
    )
    expect(search.top.map((one) => one.id)).toEqual(['q', 'p'])
  })

  it('appear once when a faulty answer is circular', () => {
    expect(layoutTree([row('a', 'A')], () => [row('a', 'A')]).map((one) => one.row.id)).toEqual(['a'])
  })

  it('are requested branch by branch when the batch answer is incomplete', async () => {
    const get = vi.fn(async (url: string, params: Record<string, unknown>) =>
      url === 'batch' ? { records: [], total: 9 } : [row(`of-${params.parentId}`, '')],
    )
    const load = branchSource({ get } as unknown as Http, {
      parent: 'parentId',
      lazy: true,
      children: { url: 'one', param: 'parentId' },
      batch: 'batch',
    })
    const sort = { column: 'code', order: 'asc' } as const
    const pages = await Promise.all([load('a', sort), load('b', sort)])
    expect(pages.map((one) => one.records[0]?.id)).toEqual(['of-a', 'of-b'])
    expect(get.mock.calls.map(([url]) => url)).toEqual(['batch', 'one', 'one'])
  })
})

describe('a whole tree with a card', () => {
  const departs = {
    ...place,
    tree: { ...place.tree, lazy: false, card: true },
    actions: { toolbar: [], row: ['edit', 'detail', 'delete'] },
  } as unknown as ScreenDocument
  const whole = [row('k1', '一号库', null, '1'), row('r1', '一排', 'k1', '1'), row('s1', '一架', 'r1')]
  const one = server((url, params) => {
    if (url === `${at}/rootList`) return { records: whole, total: whole.length }
    if (url === `${at}/queryById`) return { ...whole.find(({ id }) => id === params.id), rev: 1 }
    return undefined
  })

  it('begins with its only top record expanded, and expands and collapses all', async () => {
    open(one, {}, '/', departs)
    await seen('k1', 'r1')
    await userEvent.click(button('展开所有'))
    await seen('k1', 'r1', 's1')
    await userEvent.click(button('合并所有'))
    await seen('k1')
  })

  it('shows a record beside the tree when its name is clicked', async () => {
    open(one, {}, '/', departs)
    await userEvent.click(await page.findByRole('link', { name: '一排' }))
    const card = await page.findByRole('region', { name: '一排' })
    expect(await within(card).findByText('编号')).toBeTruthy()
    expect(within(card).getByRole('button', { name: '编辑' })).toBeTruthy()
    expect(page.queryByRole('dialog')).toBeNull()
    expect(page.queryByRole('columnheader', { name: '编号' })).toBeNull()
    await userEvent.click(within(card).getByRole('button', { name: '编辑' }))
    await page.findByRole('button', { name: '保存' })
    const editing = page.getByRole('region', { name: '一排' })
    expect(page.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(within(editing).getByLabelText('编号')))
    await userEvent.type(within(editing).getByLabelText('名称'), '改')
    // Another record is opened only when the changes are given up.
    await userEvent.click(page.getByRole('button', { name: '一号库' }))
    await userEvent.click(await page.findByRole('button', { name: '继续填写' }))
    expect(within(editing).getByDisplayValue('一排改')).toBeTruthy()
    await userEvent.click(within(editing).getByRole('button', { name: '取消' }))
    await userEvent.click(await page.findByRole('button', { name: '放弃修改' }))
    await userEvent.click(await page.findByRole('button', { name: '关闭' }))
    await waitFor(() => expect(page.queryByRole('region', { name: '一排' })).toBeNull())
    expect(page.getByRole('columnheader', { name: '编号' })).toBeTruthy()
  })

  it('opens the actions of a row by a right click', async () => {
    open(one, {}, '/', departs)
    const link = await page.findByRole('link', { name: '一排' })
    await userEvent.pointer({ target: link, keys: '[MouseRight]' })
    const menu = await page.findByRole('menu')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((entry) => entry.textContent),
    ).toContain('删除')
  })
})
