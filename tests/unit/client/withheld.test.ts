import { describe, expect, it } from 'vitest'
import { namedFirst, withheldPlaces } from '#client/access/withheld.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

const screen = {
  version: 2,
  kind: 'screen',
  id: 'demo/plan',
  title: '计划',
  perm: 'demo:plan',
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fprice', title: '单价', type: 'input', access: { read: 'demo:plan:price' } },
  ],
  actions: { toolbar: ['add', 'export'], row: ['edit', { code: 'send', title: '发送', call: {} }] },
} as unknown as ScreenDocument

const entry = (word: string, describe: string, type = '1') => ({
  action: `demo:plan:${word}`,
  describe,
  type,
  status: '1',
})
const lists = {
  auth: [entry('list', '查询'), entry('add', '新增')],
  allAuth: [
    ...['list', 'add', 'edit', 'delete', 'import', 'export', 'price'].map((word) => entry(word, word)),
    entry('send', '发送', '2'),
  ],
}

describe('the withheld places of a screen', () => {
  it('are its buttons and fields without their right, each with the reason of the decision', () => {
    expect(withheldPlaces(screen, lists)).toEqual([
      { code: 'demo:plan:edit', title: '编辑', because: '缺少权限 demo:plan:edit（edit）' },
      { code: 'demo:plan:export', title: '导出', because: '缺少权限 demo:plan:export（export）' },
      { code: 'demo:plan:send', title: '发送', because: '缺少权限 demo:plan:send（发送）' },
      { code: 'demo:plan:price', title: '查看单价', because: '缺少权限 demo:plan:price（price）' },
    ])
  })

  it('are none for a holder of all rights', () => {
    expect(withheldPlaces(screen, { ...lists, auth: lists.allAuth })).toEqual([])
  })

  it('begin with the place that the pointed text names', () => {
    const titles = (text: string) => namedFirst(withheldPlaces(screen, lists), text).map(({ title }) => title)
    expect(titles('单价')[0]).toBe('查看单价')
    expect(titles('')[0]).toBe('编辑')
  })
})
