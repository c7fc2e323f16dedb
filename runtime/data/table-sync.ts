/** A row's changed cells as another page sent them. */
export type SyncedRow = Readonly<Record<string, unknown>> & { readonly id: string }

export interface SyncListener {
  /** Another page's cells. */
  onRow(row: SyncedRow): void
  /** Somebody came in, or came back (this page too): what nobody saved yet has to be said again. */
  onJoined(): void
}

/**
 * Changes to cells between the pages that have one record open, before they are saved. A room is
 * `{socketKey of the detail}:{id of the record}`; nothing is promised: what is lost comes with the next save.
 */
export interface TableSync {
  /** Hears of a room until the answer is called. */
  join(room: string, listener: SyncListener): () => void
  /** Cells of one row are joined until they travel: many rows take their time. */
  send(room: string, row: SyncedRow): void
}
