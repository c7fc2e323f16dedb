import { errorText } from '#runtime/kernel/errors.ts'
import type { Command } from '#runtime/record/changes/command-log.ts'
import { isTemporary } from '#runtime/record/changes/delta.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { Values } from '#runtime/record/scope.ts'
import { withDescendants } from '#runtime/record/tree.ts'
import { getMaxRows } from '#runtime/schema/derive.ts'
import type { Pane } from '#runtime/schema/types.ts'
import type { GridClipboard } from '../clipboard/GridClipboard.ts'
import { isCellEditable } from '../columns/columns.ts'
import { copyOfRow, remainingRows } from '../range/cells.ts'
import { affectedBlock, findFirstRow } from '../range/undone-cells.ts'
import { GridState } from '../state/GridState.ts'
import type { GridSetup } from '../state/grid-view.ts'
import { Cursor } from './Cursor.ts'
import { newRowPosition } from './new-row.ts'
import { readsRowId } from './pane.ts'

/** Milliseconds in which a second request for a new row is ignored. */
const ADD_INTERVAL_MS = 1500

/** What not every table has. */
export interface GridParts {
  /** Names the stored arrangement of the columns; without it the user cannot arrange them. */
  memoryKey?: string
  clipboard?(grid: GridState): GridClipboard
}

/**
 * One detail table without its drawing: its state, the cursor, and what its commands do. React draws it and subscribes
 * with the hooks of `state/hooks.ts`; the drawn table is its `surface`.
 */
export class GridController extends GridState {
  readonly cursor: Cursor
  #lastAdd = Number.NEGATIVE_INFINITY

  /** Absent on a phone, which has no range. */
  readonly clipboard: GridClipboard | null

  constructor(id: string, store: RowStore, setup: GridSetup, { memoryKey, clipboard }: GridParts = {}) {
    super(id, store, setup, memoryKey ?? null)
    this.cursor = new Cursor(this)
    this.clipboard = clipboard?.(this) ?? null
  }

  /** Follows removed rows and requests to reveal a cell. Returns the function that ends it. */
  connect(): () => void {
    const { store } = this
    const endRows = this.cursor.followRows()
    const endReveal = store.subscribeReveal(() => {
      if (store.revealed) this.cursor.go(store.revealed.id, store.revealed.key)
    })
    return () => {
      endRows()
      endReveal()
    }
  }

  /** Adds rows with these values at the end, up to the maximum number of rows, and goes to the cell of the first one. */
  addRows(rows: readonly Values[], key: string): void {
    const { store, active, services, surface } = this
    const accepted = rows.slice(0, remainingRows(store))
    if (accepted.length < rows.length)
      services.notify('warning', `明细最多 ${getMaxRows(store.detail)} 行，只加了前 ${accepted.length} 条`)
    const [first] = store.insert(store.rows.length, accepted)
    if (first === undefined) return
    active.set(first, key, false)
    surface?.enter(first)
  }

  /** Adds a row at the end, on request; requests that follow each other too fast are refused. */
  addRow(): void {
    this.#addOnRequest(this.store.rows.length)
  }
  /** Adds a row after another one and its descendants, or under it, with the given values. */
  addRowBeside(rowId: string, where: 'behind' | 'under', values: Values = {}): void {
    const { at, hangs } = newRowPosition(this.store, rowId, where)
    this.#addOnRequest(at, { ...values, ...hangs })
  }
  copyRow(rowId: string): void {
    this.addRowBeside(rowId, 'behind', copyOfRow(this.store, rowId))
  }

  /** Opens the records of a pane, unless they belong to a row that the server does not have yet. */
  openPane(rowId: string, pane: Pane): void {
    if (isTemporary(rowId) && readsRowId(pane))
      this.services.notify('warning', `请先保存，再打开${pane.title}`)
    else this.openPart({ pane: { rowId, pane } })
  }

  /** Whether Enter in the last row may add another one. */
  get canAppend(): boolean {
    return this.canAdd && !this.isFull
  }
  /**
   * Adds a sibling of the current row at the end, if the table may have another row, and moves into it: in the same
   * column or where a run of Tabs began.
   */
  append(): void {
    if (!this.canAppend) return
    const { active, store } = this
    const now = active.get()
    const values = now ? newRowPosition(store, now.rowId, 'behind').hangs : undefined
    this.#insert(store.rows.length, active.tabbedFrom ?? now?.key, values)
  }

  /** Removes rows with their descendants after a question; a single row is removed at once when `isSure`. */
  removeRows(ids: readonly string[], isSure: boolean): void {
    const { store, surface } = this
    const count = withDescendants(store.rows, store.detail.tree?.parent, ids).size
    if (!surface || (isSure && count === 1)) store.remove(ids)
    else surface.confirmRemoval(count, () => store.remove(ids))
  }

  /** Expands or collapses one row or all rows; a cursor in a collapsed branch moves to the visible ancestor. */
  fold(which: string | 'all', isOpen: boolean): void {
    const { tree, active, range } = this
    if (!tree) return
    if (which === 'all') tree.foldAll(isOpen)
    else tree.fold([which], isOpen)
    const now = active.get()
    const seen = now && tree.visibleAncestor(now.rowId)
    if (!now || !seen || seen === now.rowId) return
    range.collapse()
    active.set(seen, now.key, false)
  }

  /** Undoes or redoes a step and reveals its cells: no change happens out of view. */
  undo(way: 'undo' | 'redo' = 'undo'): void {
    const { store, surface } = this
    this.cursor.close()
    const commands = store[way]()
    if (surface?.showUndone) surface.showUndone(findFirstRow(commands))
    else this.#select(commands)
  }

  #select(commands: readonly Command[]): void {
    const { visibleRows, columns, range } = this
    const block = affectedBlock(this, commands)
    const first = block && visibleRows.at(block.top)
    const [left, right] = [columns[block?.left ?? -1], columns[block?.right ?? -1]]
    if (!block || !first || !left || !right) return
    this.cursor.go(first.id, left.key)
    const last = visibleRows.at(block.bottom)
    if (last) range.extend(last.id, right.key)
  }

  #addOnRequest(at: number, values?: Values): void {
    const now = Date.now()
    if (now - this.#lastAdd < ADD_INTERVAL_MS) {
      this.services.notify('warning', errorText('TOO_FAST'))
      return
    }
    this.#lastAdd = now
    this.#insert(at, undefined, values)
  }

  /** Inserts one row and sets the cursor on the cell where typing begins. */
  #insert(at: number, key?: string, values?: Values): void {
    const { store, columns, surface } = this
    const [rowId] = store.insert(at, values && [values])
    const row = store.row(rowId ?? '')
    if (!row) return
    if (surface?.openNewRow) {
      surface.openNewRow(row.id)
      return
    }
    const start = columns.find((column) => column.key === key || (!key && isCellEditable(store, row, column)))
    if (start) this.cursor.go(row.id, start.key)
  }
}
