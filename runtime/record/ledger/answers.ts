/** The answers of `/ledger/:group/:name/…`; texts are formatted as lists show them. */

/** A column of a table of texts. */
export interface LedgerColumnTitle {
  key: string
  title: string
  /** Drawn as a number. */
  isNumber: boolean
  /** What the ledger counts, not what describes it. */
  isMeasure: boolean
}

/** The balances as of a day. */
export interface BalancePage {
  day: string
  columns: LedgerColumnTitle[]
  rows: { id: string; texts: Record<string, string> }[]
  /** Further rows follow this page. */
  hasMore: boolean
}

/** The entries of one balance, the latest first, each with the balance after it. */
export interface EntryPage {
  columns: LedgerColumnTitle[]
  rows: {
    id: string
    day: string
    /** The number of the record, and the address where the reader may open it; an opening entry has none. */
    source: { name: string; path: string | null } | null
    kind: 'posted' | 'reversal' | 'adjustment' | 'opening'
    texts: Record<string, string>
    /** The sums up to and with this entry, by the keys of the measures. */
    running: Record<string, string>
  }[]
  /** Further rows follow this page. */
  hasMore: boolean
}

/** Records of a month that have not been posted yet. */
export interface OpenBills {
  title: string
  count: number
  /** Their list; null where it has no page. */
  path: string | null
}

/** The months of a ledger, the newest first. */
export interface LedgerMonths {
  /** The last closed month as `2026-10`; null where none is closed. */
  closed: string | null
  closedBy: string
  closedTime: string
  months: { month: string; entries: number; isClosed: boolean }[]
  /** The month that can be closed next; null where the current one is closed. */
  next: string | null
  /** What is still open up to the end of that month. */
  open: OpenBills[]
}
