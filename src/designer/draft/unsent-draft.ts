import { saveLastDraft } from '#runtime/host/last-draft.ts'
import type { DraftAddress } from '#runtime/host/stored-draft.ts'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { randomName } from '#runtime/kernel/random.ts'
import type { DesignedSource } from '../api.ts'
import { type ServerDraft, serverBody } from './reconcile-draft.ts'

/** Loaded with the document, so that it is there when the connection is lost. */
const drafts = () => import('#runtime/host/drafts.ts')

/** Changes of an earlier page that did not reach the server. */
export interface UnsentDraft {
  place: DraftAddress
  /** What that page knew of the server. */
  serverDraft: ServerDraft
  /** The document as it was typed. */
  body: JsonObject
}

/** A document with the own draft, and with what was typed and not stored on the server. */
export interface OpenedSource extends DesignedSource {
  unsent: UnsentDraft | null
}

/** Another user of the same browser has drafts of another name. */
const unsentName = (userId: string, id: string): string => `${userId} design ${id}`

/** The changes of an ended page; null when the server has them all. */
export async function loadUnsent(userId: string, source: DesignedSource): Promise<UnsentDraft | null> {
  const { loadDraft, dropDraft } = await drafts()
  const found = await loadDraft<ServerDraft, JsonObject>(unsentName(userId, source.id))
  const body = found?.draft.entries[0]
  if (!found || !body) return null
  // An answer of the server that was lost: it has everything.
  if (isSameJson(body, serverBody(source))) {
    await dropDraft(found.place)
    return null
  }
  return { place: found.place, serverDraft: found.draft.record, body }
}

/**
 * Stores in the browser what the server does not have yet, and deletes it when the server has it. The changes of an ended
 * page are continued in their place.
 */
export function createUnsentKeeper(userId: string, { id, unsent }: OpenedSource) {
  const place: DraftAddress = unsent?.place ?? { name: unsentName(userId, id), form: randomName() }
  let waiting = unsent?.body ?? null
  const drop = () => {
    if (waiting === null) return
    waiting = null
    void drafts().then(({ dropDraft }) => dropDraft(place))
  }
  const buildDraft = (record: ServerDraft, body: JsonObject) => ({
    record,
    entries: [body],
    savedAt: Date.now(),
  })
  return {
    place,
    /** Until the returned function is called, other tabs do not continue these changes. */
    hold(): () => void {
      const holding = drafts().then(({ holdDraft }) => holdDraft(place))
      return () => void holding.then((end) => end())
    },
    keep(serverDraft: ServerDraft, body: JsonObject): void {
      waiting = body
      const draft = buildDraft(serverDraft, body)
      void drafts().then(({ saveDraft }) => saveDraft(place, draft, true))
    },
    /** Stores it at once, for a page that ends. */
    keepLast: (serverDraft: ServerDraft, body: JsonObject) =>
      saveLastDraft(place, buildDraft(serverDraft, body)),
    /** The server has this document; later changes stay. */
    sent(body: JsonObject): void {
      if (waiting === body) drop()
    },
    drop,
  }
}

export type UnsentKeeper = ReturnType<typeof createUnsentKeeper>
