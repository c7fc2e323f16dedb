import type { Row } from '../../record/changes/command-log.ts'
import type { RowStore } from '../../record/rows/row-store.ts'

/** The rows that the grid draws, by position: all rows of the store, or those of a tree without collapsed branches. */
export interface VisibleRows {
  readonly count: number
  at(index: number): Row | undefined
  slice(from: number, to: number): Row[]
  /** -1 for a row that is not visible. */
  indexOf(id: string): number
  /** The number of the row, counted from 1, including collapsed rows. */
  getNumber(id: string): number
  /** Grows whenever rows are added, removed or moved. */
  readonly structure: number
  subscribeStructure(listener: () => void): () => void
  /** Expands the ancestors of a row so that it is visible. */
  reveal(id: string): void
}

/** All rows of a flat table. */
export const allRows = (store: RowStore): VisibleRows => ({
  get count() {
    return store.rows.length
  },
  at: (index) => store.rows[index],
  slice: (from, to) => store.rows.slice(from, to),
  indexOf: (id) => store.indexOf(id),
  getNumber: (id) => store.indexOf(id) + 1,
  get structure() {
    return store.structure
  },
  subscribeStructure: store.subscribeStructure,
  reveal: () => {},
})
