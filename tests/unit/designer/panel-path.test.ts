import { describe, expect, it } from 'vitest'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { PanelNode } from '#runtime/schema/settings/settings-node.ts'
import { changePart, openParts, partSummary } from '../../../src/designer/settings/panel-path.ts'

const node: PanelNode = { kind: 'object', panel: await loadPanel('document.screen') }
const screen: JsonObject = {
  title: '入库单',
  list: { sort: '-fdate', fields: ['fbillno', 'fdate'] },
  form: { groups: [{ title: '基本信息', fields: ['fbillno'] }, { fields: ['fdate'] }] },
  actions: { toolbar: ['add', { code: 'close', title: '关闭' }] },
  roles: { clerk: ['stock:in:list'] },
}
const titles = (...path: (string | number)[]) =>
  openParts({ title: '界面', node, value: screen }, path).map(({ title }) => title)

describe('the parts on the way to a part', () => {
  it('have the titles of words and of list members', () => {
    expect(titles('form', 'groups', 0, 'fields')).toEqual(['界面', '表单', '分组', '基本信息', '字段'])
    expect(titles('form', 'groups', 1)).toEqual(['界面', '表单', '分组', '第 2 项'])
    expect(titles('actions', 'toolbar', 1)).toEqual(['界面', '按钮', '工具栏按钮', '关闭'])
    expect(titles('roles', 'clerk')).toEqual(['界面', '建议授权', 'clerk'])
  })

  it('end before a part that the document does not have any more', () => {
    expect(titles('form', 'groups', 2, 'fields')).toEqual(['界面', '表单', '分组'])
    expect(titles('roles', 'reader')).toEqual(['界面', '建议授权'])
    expect(titles('title')).toEqual(['界面'])
  })

  it('have the editor of the value as it is', () => {
    const part = openParts({ title: '界面', node, value: screen }, ['actions', 'toolbar', 1]).at(-1)
    expect(part?.node.kind).toBe('choice')
    expect(part?.value).toEqual({ code: 'close', title: '关闭' })
  })
})

it('a part in words has the title of a word of the language', async () => {
  const query = (await loadPanel('field')).find(({ field }) => field.key === 'query')?.node
  expect(partSummary('range', query)).toBe('起止')
  expect(partSummary(true, query)).toBe('是')
  expect(partSummary({ rule: 'like' }, query)).toBe('1 项设置')
})

describe('a changed part', () => {
  it('is written where it was, beside parts that stay the same', () => {
    const changed = changePart(screen, ['form', 'groups', 0, 'fields'], ['fdate']) as typeof screen
    expect(changed.form).toEqual({
      groups: [{ title: '基本信息', fields: ['fdate'] }, { fields: ['fdate'] }],
    })
    expect(changed.list).toBe(screen.list)
  })

  it('is added with the parts around it, and removed with those that become empty', () => {
    expect(changePart({}, ['list', 'board', 'field'], 'fstates')).toEqual({
      list: { board: { field: 'fstates' } },
    })
    expect(changePart({ list: { fields: ['a'] }, title: '甲' }, ['list', 'fields'], [])).toEqual({
      title: '甲',
    })
    expect(changePart(screen, ['roles', 'clerk'], undefined)).not.toHaveProperty('roles')
  })

  it('is an empty list where its shape allows that, and removed where a list needs a member', () => {
    const empty = (...path: string[]) => {
      const part = openParts({ title: '界面', node, value: {} }, path).at(-1)
      return changePart({}, path, [], part?.node)
    }
    expect(empty('flow', 'editable')).toEqual({ flow: { editable: [] } })
    expect(empty('actions', 'row')).toEqual({ actions: { row: [] } })
    expect(empty('list', 'fields')).toEqual({})
  })

  it('keeps the positions of the other members when a member becomes empty', () => {
    expect(changePart({ list: [{ a: 1 }, { b: 2 }] }, ['list', 0], {})).toEqual({ list: [{}, { b: 2 }] })
  })
})
