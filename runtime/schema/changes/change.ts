/**
 * One difference between two documents. `path` consists of keys of objects and names of list members, so that it points
 * to the same part after others were added before it: `['fields', 'items', 'fields', 'fprice', 'width']`.
 */
export type DocumentChange =
  | {
      type: 'set'
      path: readonly string[]
      /** The values before and after; absent where the part does not exist. */
      before?: unknown
      after?: unknown
      /** For an added list member: the name of the member before it, null for the first. */
      follows?: string | null
      /** The values of other keys of the same object, without which this one has another meaning; absent where there are none. */
      beside?: Readonly<Record<string, { before?: unknown; after?: unknown }>>
    }
  | {
      type: 'move'
      path: readonly string[]
      /** The name of the member before it after the move, null for the first. */
      follows: string | null
    }

/**
 * Whose change another one conflicts with: one of the same user in another page, of another user, or of an upgrade of the
 * file.
 */
export type ChangeOwner = { kind: 'own' } | { kind: 'person'; name: string } | { kind: 'upgrade' }

/** A change that does not fit a document, because the same part is different there. */
export interface ChangeConflict {
  change: DocumentChange
  /** The value in the document; absent where the part does not exist any more. */
  current?: unknown
}
