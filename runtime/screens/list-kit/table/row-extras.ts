import type { ReactNode } from 'react'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'

/** Rows of a detail table, or further values, that open below a row. */
export interface Inner {
  title: string
  draw(row: ListRow): ReactNode
}

/** The rows of a list in groups, with rows of sub-totals or lines of groups among them. */
export interface GroupedRows {
  rows: readonly ListRow[]
  /** The content of a cell that is not the value of the row; undefined: the value is drawn. */
  cell(column: Column, row: ListRow): ReactNode | undefined
  /** How many columns a cell takes, 0 for none. */
  span(column: Column, row: ListRow): number
  className(row: ListRow): string
  /** The content of a line over all columns; undefined for a row of the list. */
  line?(row: ListRow): ReactNode | undefined
}

/** Additions of a screen kind to the rows besides their values. */
export interface RowExtras {
  /** Key of the leading column; the first one if it is not shown. */
  column?: string
  /** Draws the leading cell of a row; on a phone, all texts of its entry. */
  lead(row: ListRow, content: ReactNode): ReactNode
  /** Content below a row over its full width; null for none. */
  below(row: ListRow): ReactNode
}
