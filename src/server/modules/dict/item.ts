import type { Db } from '../../platform/store/database.ts'
export interface DictItem {
  value: string | number
  text: string
  /** The contract's second name for `text`. */
  title: string
  disabled?: boolean
  /** The parent's value, in trees. */
  parent?: string
  /** Further values, by the names that a field's `orgFields` lists. */
  values?: Readonly<Record<string, unknown>>
}

export interface ItemQuery {
  /** A text that the item's text must contain. */
  keyword?: string
  /** The maximum number of items; `mostItems` when absent. */
  limit?: number
  /** Whether items that are not in use any more are left out. */
  onlyEnabled?: boolean
  /** The connection of a transaction; a connection of their own when absent. */
  over?: Db
  /** Equal values of further columns (tables only; columns are fixed by the caller, never from a request). */
  where?: Readonly<Record<string, unknown>>
}
