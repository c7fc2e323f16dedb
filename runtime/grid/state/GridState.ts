import type { RecordSource } from '../../contract/contract.ts'
import { orderKey } from '../../record/changes/delta.ts'
import type { RowStore } from '../../record/rows/row-store.ts'
import { getMaxRows } from '../../schema/derive.ts'
import type { Lookup } from '../../schema/field-value.ts'
import type { Pane } from '../../schema/types.ts'
import type { Services } from '../../services/services.tsx'
import { changeWidth } from '../../ui/layout/column-width.ts'
import type { Column } from '../columns/columns.ts'
import {
  type ColumnMemory,
  DEFAULT_COLUMN_MEMORY,
  readColumnMemory,
  rememberColumns,
} from '../columns/memory.ts'
import { compareBy } from '../columns/sort.ts'
import { ActiveCell } from './active-cell.ts'
import { CellRange } from './cell-range.ts'
import type { GridSurface } from './grid-surface.ts'
import { buildView, type GridSetup, type GridView } from './grid-view.ts'
import { Observable } from './observable.ts'
import { TreeRows } from './tree-rows.ts'
import { allRows, type VisibleRows } from './visible-rows.ts'

/** The row menu: its row, and the point where it opens. */
export interface MenuPosition {
  rowId: string
  x: number
  y: number
}

/** What is open beside the rows. */
export interface OpenParts {
  menu: MenuPosition | null
  /** A new object with every request: the search text gets the focus. */
  find: { isReplacing: boolean } | null
  pane: { rowId: string; pane: Pane } | null
  /** The key of the column whose records are picked for new rows. */
  picker: string | null
}

/** State of one detail table: rows, active cell, range, layout of the columns, and what is open beside the rows. */
export class GridState {
  /** Prefix of element ids. */
  readonly id: string
  readonly store: RowStore
  /** The rows as a tree; null in a flat table. */
  readonly tree: TreeRows | null
  /** The visible rows: the row position of a cell refers to these. */
  readonly visibleRows: VisibleRows
  readonly active = new ActiveCell()
  readonly range: CellRange
  readonly view: Observable<GridView>
  readonly memory: Observable<ColumnMemory>
  readonly open = new Observable<OpenParts>({ menu: null, find: null, pane: null, picker: null })
  surface: GridSurface | null = null
  #setup: GridSetup
  readonly #memoryKey: string | null

  /** `memoryKey` names the stored arrangement of the columns; null where the user cannot arrange them. */
  constructor(id: string, store: RowStore, setup: GridSetup, memoryKey: string | null) {
    const { tree } = store.detail
    this.id = id
    this.store = store
    this.tree = tree ? new TreeRows(store, tree.parent) : null
    this.visibleRows = this.tree ?? allRows(store)
    this.#setup = setup
    this.#memoryKey = memoryKey
    this.memory = new Observable(memoryKey === null ? DEFAULT_COLUMN_MEMORY : readColumnMemory(memoryKey))
    this.view = new Observable(
      buildView(store.detail, setup, memoryKey === null ? null : this.memory.get(), null),
    )
    this.range = new CellRange(this.visibleRows, this.active, this.columns)
  }

  get services(): Services {
    return this.#setup.services
  }
  get recordSource(): RecordSource {
    return this.#setup.recordSource
  }
  /** All columns that the user may see, also those that the user hid. */
  get allColumns(): readonly Column[] {
    return this.#setup.columns
  }
  get columns(): readonly Column[] {
    return this.view.get().columns
  }
  get lookup(): Lookup {
    return this.view.get().lookup
  }
  get rowHeight(): number {
    return this.view.get().rowHeight
  }
  get isFrozen(): boolean {
    return this.view.get().isFrozen
  }
  get alwaysEdit(): boolean {
    return this.view.get().alwaysEdit
  }
  get canAdd(): boolean {
    return this.view.get().canAdd
  }
  get canMove(): boolean {
    return this.view.get().canMove
  }
  /** Positions are not stored for every detail table; without them rows are only added at the end. */
  get isOrdered(): boolean {
    return orderKey(this.store.detail) !== undefined
  }
  get isFull(): boolean {
    return this.store.rows.length >= getMaxRows(this.store.detail)
  }
  /** Whether the `authPrefix` of the table leaves the user this permission. */
  may(code: 'add' | 'delete' | 'move'): boolean {
    return !this.#setup.hidden.has(code)
  }
  findColumn(key: string | undefined): Column | undefined {
    return this.columns.find((column) => column.key === key)
  }

  /** Takes another decision of the surroundings. */
  configure(setup: GridSetup): void {
    if (setup === this.#setup) return
    this.#setup = setup
    this.#layOut()
  }

  /** Arranges the columns anew; remembered unless a drag continues. */
  arrangeColumns(next: ColumnMemory, isEnd = true): void {
    this.memory.set(next)
    if (isEnd && this.#memoryKey !== null) rememberColumns(this.#memoryKey, next)
    this.#layOut()
  }
  /** Sets the width of a column; null restores the width of the document. */
  setWidth(key: string, width: number | null, isEnd = true): void {
    const memory = this.memory.get()
    this.arrangeColumns({ ...memory, widths: changeWidth(memory.widths, key, width) }, isEnd)
  }

  sortBy(key: string, isDescending: boolean): void {
    const column = this.findColumn(key)
    if (!column) return
    this.store.sort(compareBy(this, column, isDescending))
    this.view.set({ ...this.view.get(), sorted: { key, isDescending } })
  }

  openMenu(rowId: string, x: number, y: number): void {
    this.openPart({ menu: { rowId, x, y } })
  }
  openFind(isReplacing: boolean): void {
    this.openPart({ find: { isReplacing } })
  }
  openPicker(key: string): void {
    this.openPart({ picker: key })
  }
  close(part: keyof OpenParts): void {
    this.openPart({ [part]: null })
  }
  protected openPart(part: Partial<OpenParts>): void {
    this.open.set({ ...this.open.get(), ...part })
  }

  #layOut(): void {
    const memory = this.#memoryKey === null ? null : this.memory.get()
    const view = buildView(this.store.detail, this.#setup, memory, this.view.get().sorted)
    this.range.layOut(view.columns)
    this.view.set(view)
  }
}

export const cellId = (grid: Pick<GridState, 'id'>, rowId: string, key: string): string =>
  `${grid.id}-${rowId}-${key}`

/** The text shown when there are no rows. */
export const noRowsText = (canAdd: boolean): string =>
  canAdd ? '还没有明细，点「新增一行」开始录入' : '没有明细'
