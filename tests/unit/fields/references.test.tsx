// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLookup } from '#runtime/data/dict.ts'
import type { Http } from '#runtime/data/http.ts'
import { mergeTexts } from '#runtime/fields/kit/reference/useReferenceTexts.ts'
import { regions } from '#runtime/fields/region/regions.ts'
import { isCondition } from '#runtime/fields/tree/condition.ts'
import { treeParams } from '#runtime/fields/tree/useTree.ts'
import type { Field, PickerDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { Form, renderIn, silentHttp, stageRuntime, typeOf } from './stage.tsx'

afterEach(cleanup)

const people: ScreenDocument = {
  version: 1,
  kind: 'screen',
  id: 'system/user',
  title: '用户',
  url: { list: '/sys/user/list' },
  fields: [
    { key: 'realname', title: '用户姓名', type: 'input' },
    { key: 'username', title: '用户账号', type: 'input' },
    { key: 'orgCode', title: '部门', type: 'input' },
  ],
}
const picker = (over: Partial<PickerDocument> = {}): PickerDocument => ({
  version: 1,
  kind: 'picker',
  id: 'picker/user',
  title: '选择用户',
  code: 'sel_user',
  source: { screen: 'system/user' },
  fields: ['realname', 'username'],
  returns: { id: 'id', value: 'username', text: 'realname' },
  select: 'many',
  ...over,
})
const users = [
  { id: 'u1', username: 'shen.mo', realname: '沈墨' },
  { id: 'u2', username: 'tang.yue', realname: '唐玥' },
  { id: 'u3', username: 'long', realname: '名字特别特别长的一位同事' },
]
const departs = [
  {
    id: 'd1',
    orgCode: 'A01',
    title: '方志馆',
    children: [
      { id: 'd2', orgCode: 'A01A01', title: '采编部', children: [] },
      { id: 'd3', orgCode: 'A01A02', title: '典藏部' },
    ],
  },
]
const items = [
  { value: 'A01', text: '方志馆' },
  { value: 'A01A02', text: '典藏部', parent: 'A01' },
]
const nodes: Record<string, unknown[]> = {
  '': [{ key: 'd1', title: '方志馆', leaf: false }],
  d1: [
    { key: 'd2', title: '采编部', leaf: 1 },
    { key: 'd3', title: '典藏部', leaf: true },
  ],
}

function answer(url: string, params: Record<string, unknown> = {}): unknown {
  if (url === '/sys/user/list') {
    const kept = params.username_MultiString
    const found =
      kept === undefined ? users : users.filter(({ username }) => String(kept).split(',').includes(username))
    return { records: found, total: found.length }
  }
  if (url === '/sys/sysDepart/queryTreeList') return departs
  if (url.startsWith('/sys/dict/getDictItems/')) return items
  if (url === '/sys/dict/loadTreeData') return nodes[String(params.pid)] ?? []
  if (url.startsWith('/sys/dict/loadDictItem/')) return ['沈墨']
  throw new Error(`nobody answers ${url}`)
}

function stage(field: Field, options: { initial?: Record<string, unknown>; document?: PickerDocument } = {}) {
  const { initial, document = picker() } = options
  const values = vi.fn()
  const notify = vi.fn()
  const get = vi.fn(async (url: string, params?: Record<string, unknown>) => answer(url, params))
  const runtime = stageRuntime({
    http: { ...silentHttp, get: get as unknown as Http['get'] },
    loadPicker: async () => document,
    loadScreen: async () => people,
    notify,
  })
  renderIn(runtime, <Form type={typeOf(field.type)} field={field} initial={initial} onValues={values} />)
  return { notify, get, last: () => values.mock.lastCall?.[0], values }
}

const control = (title: string) => screen.findByLabelText(title)
const dialog = (name: string) => screen.findByRole('dialog', { name })
const rowOf = async (where: HTMLElement, name: string) => {
  const row = (await within(where).findByText(name)).closest('tr')
  if (!row) throw new Error(`no row ${name}`)
  return row
}
const confirm = (where: HTMLElement) =>
  fireEvent.click(within(where).getByRole('button', { name: /确\s*定/ }))

const user: Field = { key: 'fuser', title: '经办人', type: 'sel_user' }

describe('sel_user', () => {
  it('stores the account, shows the name, and copies the id into the field of the document', async () => {
    const { last, get } = stage({ ...user, idField: 'fuserid' })
    fireEvent.click(await control('经办人'))
    const open = await dialog('选择用户')
    fireEvent.click(await rowOf(open, '唐玥'))
    confirm(open)
    await waitFor(() => expect(last()).toEqual({ fuser: 'tang.yue', fuser_dictText: '唐玥', fuserid: 'u2' }))
    expect(get.mock.calls.some(([url]) => url === '/sys/user/list')).toBe(true)
    expect((await control('经办人')) as HTMLInputElement).toHaveProperty('value', '唐玥')
  })

  it('joins several users, including those picked before', async () => {
    const { last } = stage(
      { ...user, multi: true },
      { initial: { fuser: 'shen.mo', fuser_dictText: '沈墨' } },
    )
    fireEvent.click(await control('经办人'))
    const open = await dialog('选择用户')
    await within(open).findByText('已选 1 条')
    fireEvent.click(await rowOf(open, '唐玥'))
    confirm(open)
    await waitFor(() => expect(last()).toEqual({ fuser: 'shen.mo,tang.yue', fuser_dictText: '沈墨,唐玥' }))
  })

  it('shows a warning when no record is chosen, and is cleared on Delete', async () => {
    const { last, notify, values } = stage(user, { initial: { fuser: 'shen.mo' } })
    await waitFor(async () => expect(await control('经办人')).toHaveProperty('value', '沈墨'))
    fireEvent.click(await control('经办人'))
    const open = await dialog('选择用户')
    await rowOf(open, '唐玥')
    confirm(open)
    expect(notify).toHaveBeenCalledWith('warning', '请选择一条记录')
    expect(values).not.toHaveBeenCalled()
    fireEvent.keyDown(await control('经办人'), { key: 'Delete' })
    expect(last()).toEqual({ fuser: null, fuser_dictText: null })
  })

  it('filters the table by the tree beside it', async () => {
    const sideTree = { dictCode: 'sys_depart,depart_name,org_code', field: 'orgCode', title: '部门' }
    const { get } = stage(user, { document: picker({ sideTree }) })
    fireEvent.click(await control('经办人'))
    const tree = await within(await dialog('选择用户')).findByRole('navigation', { name: '部门' })
    fireEvent.click(await within(tree).findByText('典藏部'))
    await waitFor(() => expect(get.mock.lastCall?.[1]).toMatchObject({ orgCode: 'A01A02*', pageNo: 1 }))
  })

  it('truncates its cell at 25 characters and keeps a value that no dictionary contains', () => {
    const { Cell } = typeOf('sel_user')
    const draw = (value: string, text?: string) =>
      renderIn(
        stageRuntime(),
        <Cell value={value} field={user} row={text === undefined ? {} : { fuser_dictText: text }} />,
      ).container.textContent
    expect(draw('gone')).toBe('gone')
    expect(draw('a,b', '甲,')).toBe('甲,b')
    expect(draw('long', '一二三四五六七八九十一二三四五')).toMatch(/^一二.*(…|\.\.\.)$/)
    expect(mergeTexts('a,b', undefined)).toBe('a,b')
  })

  it('validates each of several values against its dictionary', () => {
    const type = typeOf('sel_user')
    const lookup = createLookup((code) =>
      code === 'sys_user,realname,username' ? [{ value: 'a', text: '甲' }] : [],
    )
    const field = { ...user, multi: true }
    expect(type.check('a', field, lookup)).toBeNull()
    expect(type.check('a,x', field, lookup)).toMatchObject({ code: 'dict' })
    expect(type.fromText('甲', field, lookup)).toEqual({ ok: true, value: 'a' })
    expect(type.toText('a,x', field, lookup, 'full')).toBe('甲,x')
  })
})

describe('a business record picker', () => {
  it('lists the selected records beside the table, each with a remove button', async () => {
    const { last, get } = stage({ ...user, multi: true }, { document: picker({ look: 'business' }) })
    fireEvent.click(await control('经办人'))
    const open = await dialog('用户选择')
    const [first] = get.mock.calls.filter(([url]) => url === '/sys/user/list')
    expect(first?.[1]).toMatchObject({ pageSize: 5 })
    fireEvent.click(await rowOf(open, '沈墨'))
    fireEvent.click(await rowOf(open, '唐玥'))
    const list = within(open).getByRole('region', { name: '已选记录' })
    fireEvent.click(within(list).getByRole('button', { name: '删除 沈墨' }))
    expect(within(list).queryByText('沈墨')).toBeNull()
    confirm(open)
    await waitFor(() => expect(last()).toMatchObject({ fuser: 'tang.yue' }))
  })

  it('truncates texts at 12 characters', async () => {
    stage({ ...user, multi: true }, { document: picker({ look: 'business' }) })
    fireEvent.click(await control('经办人'))
    const open = await dialog('用户选择')
    await rowOf(open, '沈墨')
    expect(within(open).queryByText('名字特别特别长的一位同事')).toBeNull()
    expect(within(open).getByText(/^名字特别特别/)).toBeTruthy()
  })
})

describe('sel_depart', () => {
  const depart: Field = { key: 'fdepart', title: '部门', type: 'sel_depart' }

  it('selects in a tree with an open root, and stores ids', async () => {
    const { last } = stage({ ...depart, multi: true })
    fireEvent.click(await control('部门'))
    const open = await dialog('选择部门')
    fireEvent.click(await within(open).findByText('采编部'))
    fireEvent.click(within(open).getByText('典藏部'))
    confirm(open)
    await waitFor(() => expect(last()).toEqual({ fdepart: 'd2,d3', fdepart_dictText: '采编部,典藏部' }))
  })

  it('stores codes when its dictionary has codes, and another choice replaces a single one', async () => {
    const { last } = stage({ ...depart, dictCode: 'sys_depart,depart_name,org_code' })
    fireEvent.click(await control('部门'))
    const open = await dialog('选择部门')
    fireEvent.click(await within(open).findByText('采编部'))
    fireEvent.click(within(open).getByText('典藏部'))
    confirm(open)
    await waitFor(() => expect(last()).toMatchObject({ fdepart: 'A01A02' }))
  })

  it('is searched by name, and shows a warning when no record is chosen', async () => {
    const { notify } = stage(depart)
    fireEvent.click(await control('部门'))
    const open = await dialog('选择部门')
    await within(open).findByText('采编部')
    confirm(open)
    expect(notify).toHaveBeenCalledWith('warning', '请选择一条记录')
    fireEvent.change(within(open).getByLabelText('按部门名称搜索'), { target: { value: '典藏' } })
    await waitFor(() => expect(within(open).queryByText('采编部')).toBeNull())
    expect(within(open).getByText('典藏部')).toBeTruthy()
  })
})

describe('sel_tree', () => {
  const tree: Field = {
    key: 'fparent',
    title: '上级',
    type: 'sel_tree',
    dictCode: 'tree:depart',
    notSelf: true,
  }

  it('opens level by level and offers neither the record itself nor its descendants', async () => {
    const { last } = stage(tree, { initial: { id: 'd2' } })
    fireEvent.mouseDown(await control('上级'))
    const root = await screen.findByText('方志馆')
    fireEvent.click(
      root.closest('.ant-select-tree-treenode')?.querySelector('.ant-select-tree-switcher') as Element,
    )
    fireEvent.click(await screen.findByText('典藏部'))
    expect(screen.queryByText('采编部')).toBeNull()
    expect(last()).toEqual({ id: 'd2', fparent: 'd3', fparent_dictText: '典藏部' })
  })

  it('shows an error and loads nothing when the condition is no JSON object', async () => {
    const { get, notify } = stage({ ...tree, condition: '[1]' })
    fireEvent.mouseDown(await control('上级'))
    await waitFor(() =>
      expect(notify).toHaveBeenCalledWith('error', '组件JTreeSelect-condition传值有误，需要一个json字符串!'),
    )
    expect(get.mock.calls.filter(([url]) => url === '/sys/dict/loadTreeData')).toEqual([])
    expect([undefined, '', '{}', '{"a":1}'].every(isCondition)).toBe(true)
    expect(['x', 'null', '"a"', '1'].some(isCondition)).toBe(false)
  })

  it('requests a registered table with the parameter names of the contract', () => {
    expect(treeParams({ dictCode: 'sys_category,name,id', hasChildField: 'has_child' }, '0')).toEqual({
      pid: '0',
      pidField: 'pid',
      tableName: 'sys_category',
      text: 'name',
      code: 'id',
      hasChildField: 'has_child',
      condition: '',
    })
  })
})

describe('trees with multiple selection', () => {
  it('store joined keys, including earlier values with their texts', async () => {
    const tree: Field = {
      key: 'fparents',
      title: '范围',
      type: 'sel_tree',
      dictCode: 'tree:depart',
      multi: true,
    }
    const { last } = stage(tree, { initial: { fparents: 'd9', fparents_dictText: '旧部门' } })
    expect(await screen.findByText('旧部门')).toBeTruthy()
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: '范围' }))
    fireEvent.click(await screen.findByText('方志馆'))
    expect(last()).toEqual({ fparents: 'd9,d1', fparents_dictText: '旧部门,方志馆' })
  })

  it('request the names of all codes of a category at once', async () => {
    const tree: Field = {
      key: 'fclass',
      title: '分类',
      type: 'cat_tree',
      dictCode: 'category:B01',
      multi: true,
    }
    const { get } = stage(tree, { initial: { fclass: 'B01A01' } })
    expect(await screen.findByText('沈墨')).toBeTruthy()
    expect(get.mock.calls.map(([url]) => url)).toEqual(['/sys/dict/loadDictItem/category%3AB01'])
  })

  it('are validated value by value', () => {
    const lookup = createLookup(() => [{ value: 'a', text: '甲' }])
    for (const type of ['sel_tree', 'cat_tree']) {
      const field: Field = { key: 'f', type, dictCode: 'tree:depart', multi: true }
      expect(typeOf(type).check('a,x', field, lookup)?.text).toBe('字典值不存在：x')
      expect(typeOf(type).toText('a,x', field, lookup, 'full')).toBe('甲,x')
      expect(typeOf(type).check('a', { ...field, multi: false }, lookup)).toBeNull()
    }
  })
})

describe('regions', () => {
  const lookup = createLookup(() => undefined)
  const region: Field = { key: 'fregion', title: '区划', type: 'pca' }
  const type = typeOf('pca')

  it('start at 86, or at the region that the document names', () => {
    expect(regions('86').map(({ label }) => label)).toContain('浙江省')
    expect(regions('330000').map(({ label }) => label)).toContain('杭州市')
    expect(regions('330106')).toEqual([])
    const within = { ...region, root: '330000' }
    expect(type.check('330106', within, lookup)).toBeNull()
    expect(type.check('110101', within, lookup)?.text).toBe('区划应为 330000 以内的行政区划代码')
    expect(type.check('110101', { ...region, root: '86' }, lookup)).toBeNull()
  })

  it('may be several, each stored by its code', async () => {
    const several = { ...region, multi: true }
    expect(type.fromText('330000、110101'.replace('、', ','), several, lookup)).toEqual({
      ok: true,
      value: '330000,110101',
    })
    expect(type.check('330000,1', several, lookup)).toMatchObject({ code: 'region' })
    expect(type.check('330000,110101', region, lookup)).toMatchObject({ code: 'region' })
    const { values } = stage(several, { initial: { fregion: '330106,110000' } })
    expect(await screen.findByText(/西湖区/)).toBeTruthy()
    expect(screen.getByText('北京市')).toBeTruthy()
    expect(values).not.toHaveBeenCalled()
  })
})
