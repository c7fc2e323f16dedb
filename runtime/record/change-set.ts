/** What one change touched: columns, for each row the keys, and whether rows came or went. */
export interface ChangeSet {
  columns: Set<string>
  rows: Map<string, Set<string>>
  structure: boolean
}

/** Which rows are meant, by their ids. */
export type RowIds = Pick<ReadonlySet<string>, 'has'>
