import type { Row, RowStore } from '#runtime/record/row-store.ts'

/** The rows as the grid shows them, by their places: all of the store's, or a tree's without those folded away. */
export interface VisibleRows {
  readonly count: number
  at(index: number): Row | undefined
  slice(from: number, to: number): Row[]
  /** -1 for a row that is not shown. */
  indexOf(id: string): number
  /** The row's number, counted from 1, whether or not others are folded away. */
  numberOf(id: string): number
  /** Grows whenever rows come, go or move. */
  readonly structure: number
  subscribeStructure(listener: () => void): () => void
  /** Makes sure that a row is shown. */
  reveal(id: string): void
}

/** All rows of a flat table: the store itself answers. */
export const allRows = (store: RowStore): VisibleRows => ({
  get count() {
    return store.rows.length
  },
  at: (index) => store.rows[index],
  slice: (from, to) => store.rows.slice(from, to),
  indexOf: (id) => store.indexOf(id),
  numberOf: (id) => store.indexOf(id) + 1,
  get structure() {
    return store.structure
  },
  subscribeStructure: store.subscribeStructure,
  reveal: () => {},
})
