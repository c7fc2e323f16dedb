import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { diffRows } from '#runtime/record/changes/delta.ts'
import { RecordModel } from '#runtime/record/model.ts'
import { rebase } from '#runtime/record/rows/rebase.ts'
import { growTree, shiftedIds, treeProblems } from '#runtime/record/tree.ts'
import { details } from '#runtime/schema/derive.ts'
import type { DetailField, ScreenDocument } from '#runtime/schema/types.ts'
import { copyValues } from '#runtime/screens/form/session/useRecord.ts'
import { env, lookup } from './bill.ts'

const book: ScreenDocument = {
  version: 2,
  kind: 'screen',
  id: 'catalog/book',
  title: '书目',
  fields: [
    { key: 'fpages', title: '页数', type: 'inputNumber', compute: 'sum(toc.fpages)' },
    {
      key: 'toc',
      title: '目次',
      type: 'table',
      dragSortKey: 'orderNum',
      tree: { parent: 'pid' },
      fields: [
        { key: 'ftitle', title: '题名', type: 'input' },
        { key: 'fpages', title: '页数', type: 'inputNumber' },
        { key: 'pid', type: 'hidden' },
      ],
    },
  ],
}
const [detail] = details(book) as [DetailField]
/** 卷一 > 章一, 章二 > 节; 卷二. */
const toc = () => [
  { id: 'v1', ftitle: '卷一', fpages: 1 },
  { id: 'c1', ftitle: '章一', fpages: 2, pid: 'v1' },
  { id: 'c2', ftitle: '章二', fpages: 3, pid: 'v1' },
  { id: 's1', ftitle: '节', fpages: 4, pid: 'c2' },
  { id: 'v2', ftitle: '卷二', fpages: 5 },
]
const open = (rows: Record<string, unknown>[] = toc(), mode: 'add' | 'edit' = 'edit') => {
  const options = { types: fieldValues, lookup, env: env(mode) }
  const model = new RecordModel(book, { id: '9', rev: 1, fpages: 15, toc: rows }, options)
  const store = model.rows('toc')
  if (!store) throw new Error('no rows')
  return { model, store, ids: () => store.rows.map((row) => row.id) }
}

describe('rows of a tree', () => {
  it('are placed under their parents in any input order, and a cycle stays visible', () => {
    const nodes = growTree([...toc()].reverse(), 'pid')
    expect(nodes.map(({ row, level, hasChildren }) => [row.id, level, hasChildren])).toEqual([
      ['v2', 1, false],
      ['v1', 1, true],
      ['c2', 2, true],
      ['s1', 3, false],
      ['c1', 2, false],
    ])
    const circle = [
      { id: 'a', pid: 'b' },
      { id: 'b', pid: 'a' },
      { id: 'c', pid: 'gone' },
    ]
    expect(growTree(circle, 'pid').map(({ row }) => row.id)).toEqual(['c', 'a', 'b'])
  })

  it('can be ten thousand levels deep without recursion', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => ({
      id: `r${at}`,
      pid: at === 0 ? null : `r${at - 1}`,
    }))
    expect(growTree(chain, 'pid').at(-1)?.level).toBe(10_000)
    expect(treeProblems(detail, chain)).toEqual([])
  })

  it('are removed and restored together with their parent in one step, including totals', () => {
    const { model, store, ids } = open()
    store.remove(['v1'])
    expect(ids()).toEqual(['v2'])
    expect(model.head.fpages).toBe(5)
    expect(store.delta().removed).toEqual(['v1', 'c1', 'c2', 's1'])
    store.undo()
    expect(ids()).toEqual(['v1', 'c1', 'c2', 's1', 'v2'])
    expect(model.head.fpages).toBe(15)
  })

  it('are sorted among their siblings', () => {
    const { store, ids } = open()
    store.sort((a, b) => Number(b.fpages) - Number(a.fpages))
    expect(ids()).toEqual(['v2', 'v1', 'c2', 's1', 'c1'])
    store.undo()
    expect(ids()).toEqual(['v1', 'c1', 'c2', 's1', 'v2'])
  })

  it('move among siblings only, adjacent rows together', () => {
    expect(shiftedIds(toc(), 'pid', new Set(['v2']), -1)).toEqual(['v2', 'v1', 'c1', 'c2', 's1'])
    expect(shiftedIds(toc(), 'pid', new Set(['c1']), -1)).toEqual(['v1', 'c1', 'c2', 's1', 'v2'])
    expect(shiftedIds(toc(), 'pid', new Set(['c1']), 1)).toEqual(['v1', 'c2', 's1', 'c1', 'v2'])
    const flat = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
    expect(shiftedIds(flat, undefined, new Set(['b', 'c']), -1)).toEqual(['b', 'c', 'a', 'd'])
    expect(shiftedIds(flat, undefined, new Set(['b', 'c']), 1)).toEqual(['a', 'd', 'b', 'c'])
    expect(shiftedIds(flat, undefined, new Set(['a', 'b']), -1)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are sent with temporary ids so that new rows can reference new rows; flat rows are not', () => {
    const { store } = open([])
    const [volume = ''] = store.insert(0, [{ ftitle: '卷一' }])
    store.insert(1, [{ ftitle: '章一', pid: volume }])
    expect(store.delta().added).toEqual([
      { orderNum: 1, id: volume, ftitle: '卷一' },
      { orderNum: 2, id: expect.stringMatching(/^tmp_/), ftitle: '章一', pid: volume },
    ])
    const { tree: _tree, ...flat } = detail
    expect(diffRows(flat, [], store.rows).added[0]).not.toHaveProperty('id')
  })

  it('are rejected at the column with the arrows when their parent is in another record or in a cycle', () => {
    const { model, store } = open([
      { id: 'a', ftitle: '甲', pid: 'b' },
      { id: 'b', ftitle: '乙', pid: 'a' },
      { id: 'c', ftitle: '丙', pid: 'elsewhere' },
    ])
    const circle = '不能挂在自己或自己的下级之下'
    expect(model.problems()).toEqual([
      { path: '/toc/0/ftitle', code: 'tree', text: circle },
      { path: '/toc/1/ftitle', code: 'tree', text: circle },
      { path: '/toc/2/ftitle', code: 'tree', text: '上级不是这张单据的行' },
    ])
    expect(store.findErrors('c')?.ftitle).toBe('上级不是这张单据的行')
  })

  it('keep their parent in a merge, and move to the top level when the other user removed it', () => {
    const { model, store } = open()
    const [mine = ''] = store.insert(4, [{ ftitle: '章三', pid: 'v1' }])
    store.insert(5, [{ ftitle: '节', pid: mine }])
    rebase(model, { id: '9', rev: 2, toc: [{ id: 'v2', ftitle: '卷二', fpages: 5 }] })
    expect(store.row(mine)?.pid).toBeNull()
    expect(store.rows.find((row) => row.ftitle === '节')?.pid).toBe(mine)
    expect(model.problems()).toEqual([])
  })

  it('of a copied record reference the copied parents', () => {
    const copy = copyValues(book, { id: '9', toc: toc() }, {})
    const { model, store } = open(copy.toc as Record<string, unknown>[], 'add')
    const [volume, chapter] = store.rows
    expect(chapter?.pid).toBe(volume?.id)
    expect(volume?.id).not.toBe('v1')
    expect(model.problems()).toEqual([])
  })
})

describe('selectable rows', () => {
  it('are decided by disabledRows for every caller, and again when the row changes', () => {
    const said = { ...book, fields: [{ ...detail, tree: undefined, disabledRows: 'fpages > 4' } as never] }
    const model = new RecordModel(
      said,
      { id: '9', toc: toc() },
      { types: fieldValues, lookup, env: env('edit') },
    )
    const store = model.rows('toc')
    store?.selection.set(
      toc().map((row) => row.id),
      true,
    )
    expect([...(store?.selection.ids ?? [])]).toEqual(['v1', 'c1', 'c2', 's1'])
    store?.setCell('c1', 'fpages', 9)
    expect(store?.selection.has('c1')).toBe(false)
  })
})
