/** The changed cells of a row, received from another page. */
export type SyncedRow = Readonly<Record<string, unknown>> & { readonly id: string }

export interface SyncListener {
  /** Receives the cells of another page. */
  onRow(row: SyncedRow): void
  /** A page joined or reconnected (possibly this one): unsaved cells must be sent again. */
  onJoined(): void
}

/**
 * Exchanges unsaved cell changes between pages with the same record open. A room is `{socketKey of the detail}:{id of
 * the record}`; delivery is not guaranteed: a lost change arrives with the next save.
 */
export interface TableSync {
  /** Subscribes to a room; returns the unsubscribe function. */
  join(room: string, listener: SyncListener): () => void
  /** Changed cells of one row are joined until they are sent, which takes a while for many rows. */
  send(room: string, row: SyncedRow): void
}
