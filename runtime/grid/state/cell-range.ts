import type { Column } from '../columns/columns.ts'
import type { ActiveCell } from './active-cell.ts'
import type { VisibleRows } from './visible-rows.ts'

/** The interface of rows that a range uses. */
type Rows = Pick<VisibleRows, 'indexOf' | 'structure'>

/** A block of cells by row and column positions, both ends included. */
export interface Block {
  top: number
  bottom: number
  left: number
  right: number
}

export const getHeight = (block: Block): number => block.bottom - block.top + 1
export const getWidth = (block: Block): number => block.right - block.left + 1
export const isSingle = (block: Block): boolean => block.top === block.bottom && block.left === block.right

/**
 * The part of the range in one row: its first and last column, whether the range ends here, is a single cell, is a
 * preview.
 */
export interface RowShare {
  left: number
  right: number
  isEnd: boolean
  isSingle: boolean
  /** Columns of the fill preview. */
  fill: readonly [number, number] | null
}

/** A cell by its row and column. */
export interface CellAddress {
  rowId: string
  key: string
}

/**
 * The selected block: from the active cell, or its earlier position before it moved inside the block, to the corner
 * that the mouse or Shift moves. Rows subscribe to it as one short text each, so a change draws only the rows whose
 * part changed.
 */
export class CellRange {
  readonly #rows: Rows
  readonly #active: ActiveCell
  #columns: readonly Column[]
  readonly #listeners = new Set<() => void>()
  /** Start of the block once the active cell moved inside it. */
  #start: CellAddress | null = null
  #corner: CellAddress | null = null
  #fill: Block | null = null
  #drop: number | null = null
  #cached: { stamp: string; block: Block | null } = { stamp: '', block: null }

  constructor(rows: Rows, active: ActiveCell, columns: readonly Column[]) {
    this.#rows = rows
    this.#active = active
    this.#columns = columns
  }

  /** The selected block; a single cell is a block too. Null before any cell is active. */
  get = (): Block | null => {
    const active = this.#active.get()
    if (!active) return null
    const start = this.#start ?? active
    const corner = this.#corner ?? start
    const stamp = [start.rowId, start.key, corner.rowId, corner.key, this.#rows.structure].join()
    if (this.#cached.stamp !== stamp) this.#cached = { stamp, block: this.#between(start, corner) }
    return this.#cached.block
  }

  get corner(): CellAddress | null {
    return this.#corner ?? this.#start ?? this.#active.get()
  }

  get fill(): Block | null {
    return this.#fill
  }

  /** Moves the corner; the active cell stays. */
  extend(rowId: string, key: string): void {
    const start = this.#start ?? this.#active.get()
    this.#corner = start?.rowId === rowId && start.key === key ? null : { rowId, key }
    this.#notify()
  }

  /** Selects a block between two cells; the active cell stays where it is. */
  select(from: CellAddress, to: CellAddress): void {
    this.#start = from
    this.#corner = to
    this.#notify()
  }

  /** The block stays while the active cell moves. */
  hold(): void {
    this.#start ??= this.#active.get()
  }

  /** The active cell moved: it is the whole range again. */
  collapse(): void {
    if (!this.#corner && !this.#start && !this.#fill) return
    this.#start = null
    this.#corner = null
    this.#fill = null
    this.#notify()
  }

  /** The columns changed: the active cell is the whole range again. */
  layOut(columns: readonly Column[]): void {
    this.#columns = columns
    this.#cached = { stamp: '', block: null }
    this.collapse()
  }

  previewFill(block: Block | null): void {
    this.#fill = block
    this.#notify()
  }

  /** The position before which a dragged row would be dropped. */
  get drop(): number | null {
    return this.#drop
  }

  previewDrop(at: number | null): void {
    this.#drop = at
    this.#notify()
  }

  /** The part of the range in a row as text: equal texts are equal parts. Empty for none. */
  inRow = (index: number): string => {
    const block = this.get()
    const share =
      block && index >= block.top && index <= block.bottom
        ? `${block.left} ${block.right} ${index === block.bottom ? 1 : 0} ${isSingle(block) ? 1 : 0}`
        : ''
    const fill = this.#fill
    return fill && index >= fill.top && index <= fill.bottom
      ? `${share || '-1 -1 0 0'} ${fill.left} ${fill.right}`
      : share
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    const end = this.#active.subscribe(listener)
    return () => {
      this.#listeners.delete(listener)
      end()
    }
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  #between(a: CellAddress, b: CellAddress): Block | null {
    const rows = [this.#rows.indexOf(a.rowId), this.#rows.indexOf(b.rowId)]
    const columns = [a.key, b.key].map((key) => this.#columns.findIndex((column) => column.key === key))
    if ([...rows, ...columns].some((place) => place < 0)) return null
    return {
      top: Math.min(...rows),
      bottom: Math.max(...rows),
      left: Math.min(...columns),
      right: Math.max(...columns),
    }
  }
}

/** Parses the text that `inRow` wrote. */
export function readShare(text: string): RowShare | null {
  if (text === '') return null
  const [left = -1, right = -1, isEnd, single, from, to] = text.split(' ').map(Number)
  const fill = from === undefined || to === undefined ? null : ([from, to] as const)
  return { left, right, isEnd: isEnd === 1, isSingle: single === 1, fill }
}
