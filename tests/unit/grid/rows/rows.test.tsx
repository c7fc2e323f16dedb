// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Field } from '#runtime/schema/types.ts'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

const list = (over: object = {}, ...more: Field[]) =>
  buildBill(
    [
      { key: 'fname', title: '品名', type: 'input', placeholder: '品名或编号' },
      { key: 'fnum', title: '数量', type: 'inputNumber', defaultValue: 1 },
      { key: 'fuse', title: '启用', type: 'checkbox', customValue: ['Y', 'N'], defaultChecked: true },
      ...more,
    ],
    over,
  )
const rows = () => ['甲', '乙', '丙'].map((fname, at) => ({ id: 'abc'[at], fname, orderNum: at + 1 }))
const names = (store: ReturnType<typeof openTable>['store']) => store.rows.map(({ fname }) => fname ?? '—')
const notify = vi.fn()
const menu = async (hands: ReturnType<typeof openTable>['hands'], id: string, entry: string) => {
  fireEvent.contextMenu(cellAt(id, 'fname'))
  await hands.click(await screen.findByRole('menuitem', { name: entry }))
}

beforeEach(() => void notify.mockClear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the row menu', () => {
  it('moves its row up and down and inserts a row after it', async () => {
    const { store, hands } = openTable(list(), rows())
    await menu(hands, 'c', '上移')
    expect(names(store)).toEqual(['甲', '丙', '乙'])
    await menu(hands, 'a', '下移')
    expect(names(store)).toEqual(['丙', '甲', '乙'])
    await menu(hands, 'c', '插入一行')
    expect(names(store)).toEqual(['丙', '—', '甲', '乙'])
    expect(store.delta()).toEqual({
      added: [{ orderNum: 2, fnum: 1, fuse: 'Y' }],
      changed: [
        { id: 'c', orderNum: 1 },
        { id: 'a', orderNum: 3 },
        { id: 'b', orderNum: 4 },
      ],
      removed: [],
    })
  })

  it('does not move a row beyond the ends', async () => {
    openTable(list(), rows())
    fireEvent.contextMenu(cellAt('a', 'fname'))
    expect((await screen.findByRole('menuitem', { name: '上移' })).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('menuitem', { name: '下移' }).getAttribute('aria-disabled')).not.toBe('true')
  })
})

describe('added and removed rows', () => {
  it('are added at most every 1500 ms, at the end or by insertion', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { store } = openTable(list(), rows(), notify)
    const add = () => fireEvent.click(screen.getByRole('button', { name: /新增一行/ }))
    const insert = () => {
      fireEvent.contextMenu(cellAt('a', 'fname'))
      fireEvent.click(screen.getByRole('menuitem', { name: '插入一行' }))
    }
    add()
    vi.setSystemTime(Date.now() + 1499)
    insert()
    expect(store.rows).toHaveLength(4)
    expect(notify).toHaveBeenCalledExactlyOnceWith('warning', '你点击的太快了，请慢点点击!')
    vi.setSystemTime(Date.now() + 1)
    insert()
    expect(store.rows).toHaveLength(5)
    add()
    expect(store.rows).toHaveLength(5)
    expect(notify).toHaveBeenCalledTimes(2)
  })

  it('are in the removed list only when they are stored on the server', () => {
    const { store } = openTable(list(), rows())
    const [fresh = ''] = store.insert(1)
    store.remove([fresh, 'b'])
    expect(store.delta()).toMatchObject({ added: [], removed: ['b'] })
  })

  it('are removed by an array of ids only', () => {
    const { store } = openTable(list(), rows())
    for (const wrong of ['a', [1], null, [{ id: 'a' }]])
      expect(() => store.remove(wrong as never)).toThrow('删除行的参数类型有误')
    expect(store.rows).toHaveLength(3)
  })
})

describe('a column of positions', () => {
  it('follows the rows when they move, and is not editable', async () => {
    const place: Field = { key: 'orderNum', title: '次序', type: 'inputNumber' }
    const { store, hands } = openTable(list({}, place), rows())
    const shown = () => ['a', 'b', 'c'].map((id) => cellAt(id, 'orderNum').textContent)
    expect(shown()).toEqual(['1', '2', '3'])
    act(() => store.move('c', 0))
    expect(shown()).toEqual(['2', '3', '1'])
    await hands.click(cellAt('a', 'orderNum'))
    expect(within(cellAt('a', 'orderNum')).queryByRole('textbox')).toBeNull()
    expect(store.delta().changed.map(({ id, orderNum }) => [id, orderNum])).toEqual([
      ['c', 1],
      ['a', 2],
      ['b', 3],
    ])
  })
})

describe('a table without rows', () => {
  it.each<[string, string[], string]>([
    ['who may add', [], '还没有明细，点「新增一行」开始录入'],
    ['who may not', ['add'], '没有明细'],
  ])('shows a text for users %s', (_who, hidden, text) => {
    openTable(list({ authPrefix: 'stock:in' }), [], notify, {
      runtime: { hiddenBy: () => new Set(hidden) },
    })
    expect(document.querySelector('.detail-empty')?.textContent).toBe(text)
  })
})

describe('a new row', () => {
  it('begins with its defaults, and its editor shows the placeholder', async () => {
    const { store, hands } = openTable(list(), [])
    await hands.click(screen.getByRole('button', { name: /新增一行/ }))
    expect(store.rows[0]).toMatchObject({ fnum: 1, fuse: 'Y' })
    await hands.click(cellAt(store.rows[0]?.id ?? '', 'fname'))
    expect(screen.getByRole('textbox').getAttribute('placeholder')).toBe('品名或编号')
  })
})
