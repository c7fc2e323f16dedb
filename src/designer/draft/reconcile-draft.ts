import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { mergeDocuments } from '#runtime/schema/changes/apply.ts'
import { describeConflict } from '#runtime/schema/changes/describe.ts'
import type { DesignedSource, DocumentConflict, PresentDraft } from '../api.ts'

/** What the server has of a document, as far as a page knows. */
export interface ServerDraft {
  /** The document from which the draft was started; null for a new one. */
  base: JsonObject | null
  /** The draft, else the document; null when there is neither. */
  body: JsonObject | null
  /** Null when there is no draft. */
  version: string | null
}

export const buildServerDraft = ({ draft, current }: PresentDraft): ServerDraft =>
  draft
    ? { base: draft.base, body: draft.body, version: draft.version }
    : { base: current, body: current, version: null }

/** What the server has: the draft, else the document. */
export const serverBody = (source: DesignedSource): JsonObject | null => buildServerDraft(source).body

/** The draft of a page that knew something else, reconciled with the present draft. */
export interface Reconciliation {
  /** What the server has now. */
  serverDraft: ServerDraft
  /** The changes of both; where both changed the same part, it has those of the server. */
  document: JsonObject
  conflicts: DocumentConflict[]
  /** What happened elsewhere, with the consequence; null when nothing did. */
  text: string | null
  /** The draft was released, and this page has no further change. */
  isReleased: boolean
}

/** `page` begins the versions of drafts that the page itself has stored. */
export function reconcileDraft(
  before: ServerDraft,
  ours: JsonObject,
  present: PresentDraft,
  page: string,
): Reconciliation {
  const serverDraft = buildServerDraft(present)
  const alone = { serverDraft, document: ours, conflicts: [], isReleased: false }
  if (serverDraft.body === null || (serverDraft.base === null && before.base !== null))
    return { ...alone, text: before.base === null ? texts.discarded : texts.removed }
  const isDiscarded = serverDraft.version === null && isSameJson(serverDraft.base, before.base)
  const isReleased = serverDraft.version === null && !isDiscarded
  // A change of this page whose answer was lost, or the same change in both.
  if (serverDraft.version?.startsWith(page) || (!isReleased && isSameJson(serverDraft.body, ours)))
    return { ...alone, text: null }
  const { document, conflicts } = mergeDocuments(before.body ?? {}, ours, serverDraft.body)
  return {
    serverDraft,
    document,
    conflicts: conflicts.map((conflict) => ({
      ...describeConflict(conflict, before.body ?? {}, ours),
      by: { kind: 'own' },
    })),
    text: isReleased ? texts.released : isDiscarded ? texts.discarded : texts.merged,
    isReleased: isReleased && isSameJson(document, serverDraft.body),
  }
}

const texts = {
  merged: '您在另一个页面也改了这份草稿，两边的修改已合在一起，请看过再继续',
  released: '这份草稿已经发布，后来的修改留在新的草稿里',
  discarded: '您在另一个页面放弃了这份草稿，这里后来的修改留在新的草稿里',
  removed: '这个文档已被删除，您的修改留作新文档的草稿：要用就再发布，不要就放弃草稿',
}
