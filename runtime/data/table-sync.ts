import type { Sender } from '#runtime/kernel/sender.ts'

/** The changed cells of a row, received from another page. */
export type SyncedRow = Readonly<Record<string, unknown>> & { readonly id: string }

/** A save, a move or a deletion of the record by any page. `rev` is absent if the server does not know it. */
export interface RecordNotice {
  type: 'saved' | 'moved' | 'removed'
  rev?: unknown
  /** The name of the user who did it. */
  name: string
}

export interface SyncListener {
  /** Receives the cells of another page. */
  onRow?(row: SyncedRow, sender: Sender): void
  /** A page joined or reconnected (possibly this one): unsaved cells must be sent again. */
  onJoined?(): void
  /** This page was admitted, possibly again: cells received before may be outdated. */
  onAdmitted?(): void
  /** The other pages in the room; called with each change. */
  onPeople?(others: readonly Sender[]): void
  /** Another page left the room: its unsaved cells are gone. */
  onLeft?(page: string): void
  onNotice?(notice: RecordNotice): void
}

/**
 * Exchanges unsaved cell changes between pages with the same record open, and announces its saves. A room is
 * `{socketKey of the detail}:{id of the record}` for the cells of a detail table, or `record:{screen}:{id}` for the
 * record. Delivery is not guaranteed: a lost change arrives with the next save.
 */
export interface TableSync {
  /** Subscribes to a room; returns the unsubscribe function. */
  join(room: string, listener: SyncListener): () => void
  /** Changed cells of one row are joined until they are sent, which takes a while for many rows. */
  send(room: string, row: SyncedRow): void
}
