// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SubTableProps } from '#runtime/contract/sub-table-context.ts'
import { dropTarget } from '#runtime/grid/controller/row-moves.ts'
import { TreeRows } from '#runtime/grid/state/tree-rows.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { cellAt, openTable } from '../open-table.tsx'

const book = (over: Record<string, unknown> = {}): ScreenDocument => ({
  version: 2,
  kind: 'screen',
  id: 'catalog/book',
  title: '书目',
  fields: [
    {
      key: 'items',
      title: '目次',
      type: 'table',
      dragSortKey: 'orderNum',
      tree: { parent: 'pid', text: 'ftitle' },
      ...over,
      fields: [
        { key: 'fno', title: '编号', type: 'input' },
        { key: 'ftitle', title: '题名', type: 'input', isOrder: true },
        { key: 'pid', type: 'hidden' },
      ],
    },
  ],
})
const toc = () => [
  { id: 'v1', fno: '1', ftitle: '卷一' },
  { id: 'c1', fno: '2', ftitle: '章一', pid: 'v1' },
  { id: 's1', fno: '3', ftitle: '节', pid: 'c1' },
  { id: 'c2', fno: '4', ftitle: '章二', pid: 'v1' },
  { id: 'v2', fno: '5', ftitle: '卷二' },
]
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row-id]')]
    .sort((a, b) => Number.parseInt(a.style.top, 10) - Number.parseInt(b.style.top, 10))
    .map((row) => row.dataset.rowId)
const row = (id: string) => cellAt(id, 'ftitle').closest<HTMLElement>('[role=row]') as HTMLElement
const keys = (key: string, over: object = {}) =>
  fireEvent.keyDown(screen.getByRole('treegrid'), { key, ...over })
const stand = (id: string, key = 'ftitle') => {
  fireEvent.mouseDown(cellAt(id, key))
  fireEvent.mouseUp(cellAt(id, key))
  keys('Escape')
}
const isActive = (id: string) => cellAt(id, 'ftitle').className.includes('is-active')
const menu = (id: string, name: string) => {
  fireEvent.contextMenu(cellAt(id, 'ftitle'))
  fireEvent.click(within(document.body).getByRole('menuitem', { name }))
}

const SubTable = ({ pane, row, rowName }: SubTableProps) => (
  <p>
    {pane.title} {row.id} {rowName}
  </p>
)

afterEach(cleanup)

describe('a tree detail', () => {
  it('exposes the depth of each row and its open state, in the column that the document names', () => {
    openTable(book(), toc())
    const levels = ['v1', 'c1', 's1', 'v2'].map((id) => row(id).getAttribute('aria-level'))
    expect(levels).toEqual(['1', '2', '3', '1'])
    expect([row('v1'), row('s1')].map((one) => one.getAttribute('aria-expanded'))).toEqual(['true', null])
    expect(cellAt('c1', 'ftitle').querySelector('.detail-branch')).toBeTruthy()
    expect(cellAt('c1', 'fno').querySelector('.detail-branch')).toBeNull()
  })

  it('folds by its arrow, keeps row numbers, and moves the cursor to a visible row', () => {
    openTable(book(), toc())
    stand('s1')
    fireEvent.click(within(cellAt('v1', 'ftitle')).getByRole('button', { name: '收起' }))
    expect(shown()).toEqual(['v1', 'v2'])
    expect(row('v2').getAttribute('aria-rowindex')).toBe('6')
    expect(row('v2').querySelector('[role=rowheader]')?.textContent).toContain('5')
    expect(isActive('v1')).toBe(true)
    keys('ArrowDown')
    expect(isActive('v2')).toBe(true)
  })

  it('opens, folds and moves to the parent on Alt and an arrow, and folds all with Shift or by the toolbar', () => {
    openTable(book(), toc())
    stand('s1')
    keys('ArrowLeft', { altKey: true })
    expect(isActive('c1')).toBe(true)
    keys('ArrowLeft', { altKey: true })
    expect(shown()).toEqual(['v1', 'c1', 'c2', 'v2'])
    keys('ArrowRight', { altKey: true })
    expect(shown()).toHaveLength(5)
    keys('ArrowLeft', { altKey: true, shiftKey: true })
    expect(shown()).toEqual(['v1', 'v2'])
    fireEvent.click(screen.getByRole('button', { name: '全部展开' }))
    expect(shown()).toHaveLength(5)
  })

  it('unfolds a row when a problem in it is revealed', () => {
    const { model } = openTable(book(), toc())
    fireEvent.click(screen.getByRole('button', { name: '全部收起' }))
    model.reveal('/items/2/ftitle')
    expect(isActive('s1')).toBe(true)
  })

  it('adds a child after the existing children by the menu, and a sibling on Enter at the end', () => {
    const { store } = openTable(book(), toc())
    menu('v1', '添加下级')
    expect(store.rows.map((one) => one.pid ?? null)).toEqual([null, 'v1', 'c1', 'v1', 'v1', null])
    stand('v2')
    keys('Enter')
    keys('Enter')
    expect(store.rows.at(-1)?.pid ?? null).toBeNull()
    expect(store.rows).toHaveLength(7)
  })

  it('requests confirmation before a row is removed with its children', async () => {
    const { store } = openTable(book(), toc())
    menu('v1', '删除')
    expect(await screen.findByText('确定要删除这 4 项吗?')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '确定' }))
    expect(store.rows.map((one) => one.id)).toEqual(['v2'])
    store.undo()
    expect(store.rows).toHaveLength(5)
  })

  it('moves rows among their siblings only, by toolbar and keys, one step each', () => {
    const { store } = openTable(book(), toc())
    stand('v2')
    fireEvent.click(screen.getByRole('button', { name: '上移' }))
    expect(shown()).toEqual(['v2', 'v1', 'c1', 's1', 'c2'])
    store.undo()
    stand('c2')
    keys('ArrowUp', { altKey: true })
    expect(shown()).toEqual(['v1', 'c2', 'c1', 's1', 'v2'])
    keys('ArrowUp', { altKey: true })
    expect(shown()).toEqual(['v1', 'c2', 'c1', 's1', 'v2'])
  })

  it('changes the level of a row with its children by the menu, one step each', () => {
    const { store } = openTable(book(), toc())
    const parents = () => store.rows.map((one) => one.pid ?? null)
    menu('c1', '升一级')
    expect(parents()).toEqual([null, null, 'c1', 'v1', null])
    expect(shown()).toEqual(['v1', 'c2', 'c1', 's1', 'v2'])
    menu('c1', '降一级')
    expect(row('c1').getAttribute('aria-level')).toBe('2')
    expect(row('s1').getAttribute('aria-level')).toBe('3')
    store.undo()
    store.undo()
    expect(store.rows).toMatchObject(toc())
    // The first of its siblings has no row above it to become its parent, and the top level has no parent.
    fireEvent.contextMenu(cellAt('v1', 'ftitle'))
    for (const name of ['升一级', '降一级'])
      expect(screen.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true')
  })

  it('opens the new parent of a row, so that the row stays visible', () => {
    openTable(book(), toc())
    fireEvent.click(within(cellAt('v1', 'ftitle')).getByRole('button', { name: '收起' }))
    menu('v2', '降一级')
    expect(shown()).toEqual(['v1', 'c1', 's1', 'c2', 'v2'])
  })

  it('pastes over visible rows and skips folded ones', async () => {
    const { store } = openTable(book(), toc())
    keys('ArrowLeft', { altKey: true, shiftKey: true })
    stand('v1', 'fno')
    keys('ArrowLeft', { altKey: true, shiftKey: true })
    const data = { getData: (kind: string) => (kind === 'text/plain' ? 'A\nB\nC' : '') }
    fireEvent.paste(screen.getByRole('treegrid'), { clipboardData: data })
    await waitFor(() => expect(store.rows).toHaveLength(6))
    expect(store.rows.map((one) => one.fno)).toEqual(['A', '2', '3', '4', 'B', 'C'])
  })
})

describe('a dragged row', () => {
  const at = () => {
    const { store } = openTable(book(), toc())
    const tree = new TreeRows(store, 'pid')
    const drop = (id: string, over: string, isLowerHalf: boolean) =>
      dropTarget({ store, visibleRows: tree, tree }, id, over, isLowerHalf)
    return { store, tree, drop }
  }
  it('moves beside a sibling with its children, and marks the target', () => {
    const { store, drop } = at()
    expect(drop('v2', 'v1', false)?.at).toBe(0)
    drop('c2', 'c1', false)?.run()
    expect(store.rows.map((one) => one.id)).toEqual(['v1', 'c2', 'c1', 's1', 'v2'])
  })

  it('moves behind the ancestor among its siblings when it is dropped on rows of another parent, or not at all', () => {
    const { store, tree, drop } = at()
    expect(drop('c2', 'v2', true)).toBeNull()
    expect(drop('s1', 'c2', false)).toBeNull()
    expect(drop('v2', 's1', false)).toBeNull()
    const first = drop('v1', 'v2', true)
    expect(first?.at).toBe(5)
    first?.run()
    expect(store.rows.map((one) => one.id)).toEqual(['v2', 'v1', 'c1', 's1', 'c2'])
    tree.fold(['v1'], false)
    expect(drop('v2', 'v1', true)?.at).toBe(2)
  })
})

describe('the permission prefix of a toolbar', () => {
  const open = (...codes: string[]) =>
    openTable(book({ authPrefix: 'book:toc' }), toc(), () => {}, {
      runtime: { hiddenBy: () => new Set(codes) },
    })
  it('hides the moves and disables them in keys, menus, drags and sorting', () => {
    const { store } = open('move')
    expect(screen.queryByRole('button', { name: '上移' })).toBeNull()
    expect(within(screen.getByRole('columnheader', { name: '题名' })).queryByRole('button')).toBeNull()
    stand('v2')
    keys('ArrowUp', { altKey: true })
    keys('ArrowDown', { altKey: true, ctrlKey: true })
    expect(store.rows.map((one) => one.id)).toEqual(toc().map((one) => one.id))
    fireEvent.contextMenu(cellAt('v2', 'ftitle'))
    expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
      '插入一行',
      '添加下级',
      '复制一行',
      '删除',
    ])
  })

  it('prevents adding and removing rows by key, paste or menu', async () => {
    const { store } = open('add', 'delete')
    fireEvent.contextMenu(cellAt('v2', 'ftitle'))
    expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
      '上移',
      '下移',
      '升一级',
      '降一级',
    ])
    stand('v2', 'fno')
    keys('Enter')
    keys('Enter')
    const data = { getData: (kind: string) => (kind === 'text/plain' ? 'A\nB' : '') }
    stand('v2', 'fno')
    fireEvent.paste(screen.getByRole('treegrid'), { clipboardData: data })
    await waitFor(() => expect(store.row('v2')?.fno).toBe('A'))
    expect(store.rows).toHaveLength(5)
  })
})

describe('a pane of a row', () => {
  const panes = [{ title: '书影', screen: 'catalog/plate', bind: { rowId: '=row.id' } }]
  it('is drawn by the form around the table, for the row that opened it', () => {
    openTable(book({ panes }), toc(), () => {}, { subTable: SubTable })
    menu('c2', '打开书影')
    expect(screen.getByText('书影 c2 第 4 行')).toBeTruthy()
  })

  it('opens only after the row is saved', () => {
    const notify = vi.fn()
    const { store } = openTable(book({ panes }), toc(), notify, { subTable: SubTable })
    act(() => void store.insert(0, [{ ftitle: '序' }]))
    const id = store.rows[0]?.id ?? ''
    fireEvent.contextMenu(cellAt(id, 'ftitle'))
    fireEvent.click(screen.getByRole('menuitem', { name: '打开书影' }))
    expect(notify).toHaveBeenCalledWith('warning', '请先保存，再打开书影')
  })
})
