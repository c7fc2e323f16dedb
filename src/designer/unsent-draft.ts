import { saveLastDraft } from '#runtime/host/last-draft.ts'
import type { DraftAddress } from '#runtime/host/stored-draft.ts'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { mergeDocuments } from '#runtime/schema/changes/apply.ts'
import { describeChange } from '#runtime/schema/changes/describe.ts'
import type { Conflict, DesignedSource } from './api.ts'

/** Loaded with the document, so that it is there when the connection is lost. */
const drafts = () => import('#runtime/host/drafts.ts')

/** Changes of an earlier page that did not reach the server. */
export interface UnsentDraft {
  place: DraftAddress
  /** What the server had before these changes; null when it had nothing. */
  from: JsonObject | null
  /** The document as it was typed. */
  body: JsonObject
  /** What the server has now with these changes; where both changed the same part, it has the server's. */
  merged: JsonObject
  conflicts: Conflict[]
}

/** A document with the own draft, and with what was typed and not stored on the server. */
export interface OpenedSource extends DesignedSource {
  unsent: UnsentDraft | null
}

interface Origin {
  from: JsonObject | null
}

/** Another user of the same browser has drafts of another name. */
export const unsentName = (userId: string, id: string): string => `${userId} design ${id}`

/** What the server has: the draft, else the document. */
export const serverBody = ({ draft, current }: DesignedSource): JsonObject | null => draft?.body ?? current

/** The changes of an ended page, merged with what the server has; null when there are none. */
export async function loadUnsent(userId: string, source: DesignedSource): Promise<UnsentDraft | null> {
  const { loadDraft, dropDraft } = await drafts()
  const found = await loadDraft<Origin, JsonObject>(unsentName(userId, source.id))
  const body = found?.draft.entries[0]
  if (!found || !body) return null
  const { place } = found
  const { from } = found.draft.record
  const theirs = serverBody(source) ?? {}
  const { document: merged, conflicts } = mergeDocuments(from ?? {}, body, theirs)
  // An answer of the server that was lost: it has everything.
  if (conflicts.length === 0 && isSameJson(merged, theirs)) {
    await dropDraft(place)
    return null
  }
  const words = conflicts.map(({ change, current }) => ({
    path: change.path,
    text: describeChange(change, from ?? {}, body),
    current,
  }))
  return { place, from, body, merged, conflicts: words }
}

export const dropUnsent = async (place: DraftAddress): Promise<void> => (await drafts()).dropDraft(place)

/** Until the returned function is called, other tabs do not continue these changes. */
export function holdUnsent(place: DraftAddress): () => void {
  const holding = drafts().then(({ holdDraft }) => holdDraft(place))
  return () => void holding.then((end) => end())
}

/** Stores in the browser what the server does not have yet, and deletes it when the server has it. */
export function unsentKeeper(place: DraftAddress, first: JsonObject | null) {
  let waiting = first
  const drop = () => {
    if (waiting === null) return
    waiting = null
    void dropUnsent(place)
  }
  const draftOf = (from: JsonObject | null, body: JsonObject) => ({
    record: { from } satisfies Origin,
    entries: [body],
    savedAt: Date.now(),
  })
  return {
    place,
    keep(from: JsonObject | null, body: JsonObject): void {
      waiting = body
      const draft = draftOf(from, body)
      void drafts().then(({ saveDraft }) => saveDraft(place, draft, true))
    },
    /** Stores it at once, for a page that ends. */
    keepLast: (from: JsonObject | null, body: JsonObject) => saveLastDraft(place, draftOf(from, body)),
    /** The server has this document; later changes stay. */
    sent(body: JsonObject): void {
      if (waiting === body) drop()
    },
    drop,
  }
}
