/** A row's changed cells as another page sent them. */
export type SyncedRow = Readonly<Record<string, unknown>> & { readonly id: string }

/**
 * Changes to cells between the pages that have one record open, before they are saved. A room is
 * `{socketKey of the detail}:{id of the record}`; nothing is promised: what is lost comes with the next save.
 */
export interface TableSync {
  /** Hears of other pages' cells until the answer is called. */
  join(room: string, onRow: (row: SyncedRow) => void): () => void
  send(room: string, row: SyncedRow): void
}
