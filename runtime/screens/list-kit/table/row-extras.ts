import type { ReactNode } from 'react'
import type { ListRow } from '#runtime/data/list-source.ts'

/** Rows of a detail table that open below a row. */
export interface Inner {
  title: string
  draw(row: ListRow): ReactNode
}

/** Additions of a screen kind to the rows besides their values. */
export interface RowExtras {
  /** Key of the leading column; the first one if it is not shown. */
  column?: string
  lead(row: ListRow, cell: ReactNode): ReactNode
  /** Content below a row over its full width; null for none. */
  below(row: ListRow): ReactNode
}
