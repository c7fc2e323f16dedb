// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createLookup } from '#runtime/data/dict.ts'
import { regions } from '#runtime/fields/region/regions.ts'
import { isCondition } from '#runtime/fields/tree/condition.ts'
import { treeParams } from '#runtime/fields/tree/useTree.ts'
import type { Field } from '#runtime/schema/types.ts'
import { getType } from '../stage.tsx'
import { control, stage } from './reference-stage.tsx'

afterEach(cleanup)

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
      expect(getType(type).check('a,x', field, lookup)?.text).toBe('字典值不存在：x')
      expect(getType(type).toText('a,x', field, lookup, 'full')).toBe('甲,x')
      expect(getType(type).check('a', { ...field, multi: false }, lookup)).toBeNull()
    }
  })
})

describe('regions', () => {
  const lookup = createLookup(() => undefined)
  const region: Field = { key: 'fregion', title: '区划', type: 'pca' }
  const type = getType('pca')

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
