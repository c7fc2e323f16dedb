/**
 * The address of a draft: `name` identifies the record, `form` the open form; another tab with the same record has
 * its own draft.
 */
export interface DraftAddress {
  name: string
  form: string
}

/** Plain JSON: the initial record, all later commands, and the time of storing (milliseconds since 1970). */
export interface StoredDraft<R, E> {
  record: R
  entries: readonly E[]
  savedAt: number
  /** Sent without an answer yet. */
  attempt?: unknown
  /** The fields of the document that was in use. */
  fields?: Readonly<Record<string, { title: string; type: string; isReadOnly?: true; isComputed?: true }>>
}
