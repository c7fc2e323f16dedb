export interface DictItem {
  value: string | number
  text: string
  /** The contract's second name for `text`. */
  title: string
  disabled?: boolean
  /** The value above, in trees. */
  parent?: string
}

export interface ItemQuery {
  /** The text contains it. */
  keyword?: string
  /** At most this many; `mostItems` when absent. */
  limit?: number
  /** Equal values of further columns (tables only; columns are the caller's own, never a request's). */
  where?: Readonly<Record<string, unknown>>
}
