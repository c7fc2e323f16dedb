/** The scope of one change: columns, the keys of each row, and whether rows were added or removed. */
export interface ChangeSet {
  columns: Set<string>
  rows: Map<string, Set<string>>
  structure: boolean
}

/** A set of row ids. */
export type RowIds = Pick<ReadonlySet<string>, 'has'>
