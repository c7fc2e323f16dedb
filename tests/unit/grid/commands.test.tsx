// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GridCommand } from '#runtime/grid/commands/grid-command.ts'
import { gridCommands } from '#runtime/grid/commands/grid-commands.ts'
import { PhoneDetail } from '#runtime/grid/phone/PhoneDetail.tsx'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { standInMedia } from '../window.ts'
import { bill, editor, isActive, rows, selectedKeys } from './keyboard/keyboard-table.ts'
import { buildBill, cellAt, openTable } from './open-table.tsx'

const tree = buildBill(
  [
    { key: 'fname', title: '题名', type: 'input' },
    { key: 'pid', type: 'hidden' },
  ],
  { tree: { parent: 'pid', text: 'fname' } },
)
const sortable = buildBill([{ key: 'fprice', title: '单价', type: 'inputNumber', isOrder: true }])
const branches = () => [
  { id: 'v', fname: '卷' },
  { id: 'a', fname: '章一', pid: 'v' },
  { id: 'b', fname: '章二', pid: 'v' },
  { id: 's', fname: '节', pid: 'b' },
]

type Table = ReturnType<typeof openTable>

const grid = () => document.querySelector<HTMLElement>('.detail-grid') as HTMLElement
/** Presses a key by its name in the table of commands; returns whether it was left to the browser. */
function press(name: string, target: Element = grid()): boolean {
  const parts = name.split('+')
  const last = parts.at(-1) ?? ''
  const key =
    last === 'Space' ? ' ' : last === 'Character' ? 'x' : last.length === 1 ? last.toLowerCase() : last
  const has = (modifier: string) => parts.slice(0, -1).includes(modifier)
  return fireEvent.keyDown(target, {
    ...{ key, ctrlKey: has('Mod'), altKey: has('Alt'), shiftKey: has('Shift') },
  })
}
const last = (key: string) => key.split('+').at(-1) ?? ''
const type = (id: string, key: string, value: string) =>
  fireEvent.change(editor(id, key), { target: { value } })
const activeKey = () => document.querySelector<HTMLElement>('.is-active')?.dataset.field
const isEditing = (id: string, key: string) => cellAt(id, key).className.includes('is-editing')
const expectFocus = (id: string, key: string) => expect(isActive(id, key), `${id} ${key}`).toBe(true)
/** The cell that an arrow reaches from the price of the second row. */
const BESIDE: Readonly<Record<string, readonly [id: string, key: string]>> = {
  ArrowUp: ['a', 'fprice'],
  ArrowDown: ['c', 'fprice'],
  ArrowLeft: ['b', 'fnum'],
  ArrowRight: ['b', 'famount'],
}
const focusBeside = (key: string) => expectFocus(...(BESIDE[key] ?? ['', '']))
const shownIds = () =>
  [...document.querySelectorAll<HTMLElement>('.detail-row')]
    .map((row) => row.dataset.rowId)
    .sort()
    .join('')
const prices = ({ store }: Table) => store.rows.map((row) => row.fprice)
const ids = ({ store }: Table) => store.rows.map(({ id }) => id).join('')
const clipboardEvent = (kind: 'copy' | 'cut' | 'paste', text = '') => {
  const setData = vi.fn()
  const data = { setData, getData: (format: string) => (format === 'text/plain' ? text : '') }
  fireEvent[kind](grid(), { clipboardData: data })
  return setData
}

interface Proof {
  /** The table. Default: three rows, with the cursor on the price of the second one. */
  table?: 'flat' | 'tree' | 'sortable' | 'empty'
  /** The cell of the cursor. */
  at?: string
  /** Brings the table into the state in which the command counts. */
  before?(table: Table): void
  /** The key belongs to the open editor. */
  inEditor?: true
  /** What is so after the command. */
  after(table: Table, key: string): void | Promise<void>
}

/** What each command does; without a proof its test fails. */
const proofs: Readonly<Record<string, Proof>> = {
  move: { after: (_table, key) => focusBeside(key) },
  'row-edge': { after: (_table, key) => expectFocus('b', key === 'Home' ? 'fname' : 'fnote') },
  page: { after: (_table, key) => expectFocus(key === 'PageUp' ? 'a' : 'c', 'fprice') },
  jump: {
    after(_table, key) {
      if (key === 'Mod+ArrowLeft') expectFocus('b', 'fname')
      else if (key === 'Mod+ArrowRight') expectFocus('b', 'fnote')
      else focusBeside(last(key))
    },
  },
  'table-edge': {
    after: (_table, key) => (key.endsWith('Home') ? expectFocus('a', 'fname') : expectFocus('c', 'fnote')),
  },
  extend: {
    after() {
      expect(selectedKeys().length).toBeGreaterThan(1)
      expectFocus('b', 'fprice')
    },
  },
  'select-all': { after: () => expect(selectedKeys()).toHaveLength(18) },
  'select-columns': { after: () => expect(selectedKeys()).toEqual(['fprice', 'fprice', 'fprice']) },
  within: {
    before: () => press('Shift+ArrowDown'),
    after() {
      expectFocus('c', 'fprice')
      expect(selectedKeys()).toHaveLength(2)
    },
  },
  'collapse-range': {
    before: () => press('Shift+ArrowDown'),
    after: () => expect(selectedKeys()).toHaveLength(0),
  },
  copy: {
    after: () =>
      expect(clipboardEvent('copy')).toHaveBeenCalledWith('text/plain', expect.stringContaining('1')),
  },
  find: { after: () => expect(screen.getByRole('textbox', { name: '查找' })).toBeTruthy() },
  edit: { after: () => expect(document.activeElement).toBe(editor('b', 'fprice')) },
  down: { at: 'b famount', after: () => expectFocus('c', 'famount') },
  type: { at: 'b fname', after: () => expect(document.activeElement).toBe(editor('b', 'fname')) },
  browse: { after: () => expect(isEditing('b', 'fprice')).toBe(true) },
  retype: {
    after({ store }) {
      expect(isEditing('b', 'fprice')).toBe(true)
      expect(store.row('b')?.fprice).toBeNull()
    },
  },
  // The number of the second row is disabled.
  next: { after: (_table, key) => expectFocus('b', key === 'Tab' ? 'fuse' : 'fname') },
  finish: {
    inEditor: true,
    before: () => press('Enter'),
    after: (_table, key) => expectFocus(key === 'Enter' ? 'c' : 'a', 'fprice'),
  },
  'fill-typed': {
    inEditor: true,
    before() {
      press('Shift+ArrowDown')
      press('F2')
    },
    after: (table) => expect(prices(table)).toEqual([10, 1, 1]),
  },
  leave: {
    inEditor: true,
    before: () => press('Character'),
    after: (_table, key) => focusBeside(key),
  },
  stay: {
    inEditor: true,
    before: () => press('Character'),
    after() {
      press('ArrowLeft', editor('b', 'fprice'))
      expect(isEditing('b', 'fprice')).toBe(true)
    },
  },
  cancel: {
    inEditor: true,
    before() {
      press('Enter')
      type('b', 'fprice', '9')
    },
    after(table) {
      expect(prices(table)).toEqual([10, 1, 5])
      expect(isEditing('b', 'fprice')).toBe(false)
    },
  },
  clear: { after: (table) => expect(prices(table)).toEqual([10, null, 5]) },
  today: { at: 'b fname', after: ({ store }) => expect(store.row('b')?.fname).toMatch(/^\d{4}-\d\d-\d\d$/) },
  cut: {
    after(table) {
      clipboardEvent('cut')
      expect(prices(table)).toEqual([10, null, 5])
    },
  },
  paste: {
    async after(table) {
      clipboardEvent('paste', '8')
      await expect.poll(() => prices(table)).toEqual([10, 8, 5])
    },
  },
  'fill-down': { after: (table) => expect(prices(table)).toEqual([10, 10, 5]) },
  'fill-right': { after: (table) => expect(prices(table)).toEqual([10, 3, 5]) },
  replace: { after: () => expect(screen.getByRole('textbox', { name: '替换为' })).toBeTruthy() },
  undo: { before: () => press('Delete'), after: (table) => expect(prices(table)).toEqual([10, 1, 5]) },
  redo: {
    before() {
      press('Delete')
      press('Mod+Z')
    },
    after: (table) => expect(prices(table)).toEqual([10, null, 5]),
  },
  'select-rows': { after: ({ store }) => expect([...store.selection.ids]).toEqual(['b']) },
  'move-up': { after: (table) => expect(ids(table)).toBe('bac') },
  'move-down': { after: (table) => expect(ids(table)).toBe('acb') },
  higher: {
    table: 'tree',
    at: 'b fname',
    after: ({ store }) => expect(store.row('b')?.pid ?? null).toBeNull(),
  },
  deeper: { table: 'tree', at: 'b fname', after: ({ store }) => expect(store.row('b')?.pid).toBe('a') },
  'insert-row': {
    after: ({ store }) =>
      expect(store.rows.map(({ fname }) => fname ?? '')).toEqual(['宣纸', '浆糊', '', '丝线']),
  },
  'add-under': {
    table: 'tree',
    at: 'b fname',
    after: ({ store }) => expect(store.rows.at(-1)).toMatchObject({ pid: 'b' }),
  },
  'copy-row': {
    after: ({ store }) =>
      expect(store.rows.map(({ fname }) => fname)).toEqual(['宣纸', '浆糊', '浆糊', '丝线']),
  },
  'remove-row': { after: (table) => expect(ids(table)).toBe('ac') },
  'open-menu': {
    after() {
      // The browser sends this event for the key.
      fireEvent.contextMenu(grid())
      expect(screen.getByRole('menuitem', { name: '上移' })).toBeTruthy()
    },
  },
  'add-row': { after: ({ store }) => expect(store.rows).toHaveLength(4) },
  'import-rows': { after: () => expect(HTMLInputElement.prototype.click).toHaveBeenCalledTimes(1) },
  'move-rows-up': {
    before: ({ store }) => act(() => store.selection.set(['b', 'c'], true)),
    after: (table) => expect(ids(table)).toBe('bca'),
  },
  'move-rows-down': {
    before: ({ store }) => act(() => store.selection.set(['a', 'b'], true)),
    after: (table) => expect(ids(table)).toBe('cab'),
  },
  'remove-selected': {
    before: ({ store }) => act(() => store.selection.set(['a', 'b'], true)),
    async after(table) {
      fireEvent.click(await screen.findByRole('button', { name: '确定' }))
      await expect.poll(() => ids(table)).toBe('c')
    },
  },
  expand: {
    table: 'tree',
    at: 'b fname',
    before: () => press('Alt+ArrowLeft'),
    after: () => expect(shownIds()).toBe('absv'),
  },
  collapse: { table: 'tree', at: 'b fname', after: () => expect(shownIds()).toBe('abv') },
  'expand-all': {
    table: 'tree',
    at: 'v fname',
    before: () => press('Alt+Shift+ArrowLeft'),
    after: () => expect(shownIds()).toBe('absv'),
  },
  'collapse-all': { table: 'tree', at: 'b fname', after: () => expect(shownIds()).toBe('v') },
  resize: {
    after: (_table, key) =>
      expect(grid().style.getPropertyValue('--detail-columns')).toContain(
        key.endsWith('Left') ? '110px' : '130px',
      ),
  },
  'reset-width': {
    before: () => press('Mod+Alt+ArrowRight'),
    after: () => expect(grid().style.getPropertyValue('--detail-columns')).not.toContain('130px'),
  },
  sort: {
    table: 'sortable',
    after: (table, key) => expect(prices(table)).toEqual(key.endsWith('Up') ? [1, 5, 10] : [10, 5, 1]),
  },
  'first-row': { table: 'empty', after: ({ store }) => expect(store.rows).toHaveLength(1) },
}

/** Opens the table of a proof with its cursor. */
function open({ table: kind = 'flat', at = 'b fprice' }: Proof): Table {
  const bills = { tree, sortable, empty: bill, flat: bill }
  const opened = openTable(bills[kind], kind === 'tree' ? branches() : kind === 'empty' ? [] : rows())
  act(() => grid().focus())
  if (kind === 'empty') return opened
  const [id = '', key = ''] = at.split(' ')
  for (let guard = 0; guard < 9 && !cellAt(id, key).className.includes('is-active'); guard += 1) {
    const column = activeKey()
    press(column === key ? 'ArrowDown' : 'ArrowRight')
  }
  expectFocus(id, key)
  return opened
}
const getProof = ({ id }: GridCommand): Proof => {
  const proof = proofs[id]
  if (!proof) throw new Error(`the command ${id} has no proof`)
  return proof
}
const listKeys = (command: GridCommand) => command.keys.map((key) => [key, command.id, command] as const)
const listIds = (commands: readonly GridCommand[]) =>
  commands.map((command) => [command.title, command.id, command] as const)

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the table of commands', () => {
  it('has a proof for every command, and no id twice', () => {
    const known = gridCommands.map(({ id }) => id)
    expect(Object.keys(proofs).sort()).toEqual([...known].sort())
    expect(new Set(known).size).toBe(known.length)
  })

  it.each(gridCommands.flatMap(listKeys))('%s runs %s', async (key, _id, command) => {
    const proof = getProof(command)
    const table = open(proof)
    proof.before?.(table)
    press(key, proof.inEditor ? (document.activeElement ?? grid()) : grid())
    await proof.after(table, key)
  })

  it.each(listIds(gridCommands.filter(({ places }) => places?.includes('menu'))))(
    '%s in the row menu runs %s',
    async (title, _id, command) => {
      const proof = getProof(command)
      const table = open(proof)
      proof.before?.(table)
      fireEvent.contextMenu(cellAt(proof.at?.split(' ')[0] ?? 'b', 'fname'))
      fireEvent.click(screen.getByRole('menuitem', { name: title }))
      await proof.after(table, '')
    },
  )

  it.each(listIds(gridCommands.filter(({ isInBar }) => isInBar)))(
    '%s in the toolbar runs %s',
    async (title, _id, command) => {
      const proof = getProof(command)
      const table = open(proof)
      proof.before?.(table)
      const bar = document.querySelector<HTMLElement>('.detail-bar')
      fireEvent.click(within(bar ?? document.body).getByRole('button', { name: new RegExp(`${title}$`) }))
      await proof.after(table, '')
    },
  )

  it.each(listIds(gridCommands.filter(({ places }) => places?.includes('sheet'))))(
    '%s below the open row of a phone runs %s',
    async (title, _id, command) => {
      standInMedia()
      vi.stubGlobal('CSS', { escape: (text: string) => text })
      const table = openTable(bill, rows(), undefined, { component: PhoneDetail })
      const [, second] = within(screen.getByRole('list')).getAllByRole('button')
      fireEvent.click(second as HTMLElement)
      fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: title }))
      await getProof(command).after(table, '')
      vi.unstubAllGlobals()
    },
  )

  it('is the help of the keys', async () => {
    openTable(bill, rows())
    fireEvent.click(screen.getByRole('button', { name: '快捷键' }))
    const help = await screen.findByRole('dialog', { name: '快捷键' })
    const isOfTree = ({ id }: GridCommand) => /^(expand|collapse)(-all)?$/.test(id)
    const listed = gridCommands.filter((command) => command.keys.length > 0 && !isOfTree(command))
    expect([...help.querySelectorAll('kbd')].map((key) => key.textContent)).toEqual(listed.map(keyLabel))
    expect([...help.querySelectorAll('dd')].map((text) => text.textContent)).toEqual(
      listed.map(({ title }) => title),
    )
  })

  it('offers no changes, and no help for them, in a table that is read only', async () => {
    openTable(bill, rows(), undefined, { mode: 'detail' })
    fireEvent.click(screen.getByRole('button', { name: '快捷键' }))
    const help = await screen.findByRole('dialog', { name: '快捷键' })
    expect(within(help).queryByText('清空选区')).toBeNull()
    expect(within(help).getByText('移动到相邻单元格')).toBeTruthy()
    act(() => grid().focus())
    expect(press('Delete')).toBe(true)
  })
})
