import { useRef, useState } from 'react'
import { AppError, appError } from '#runtime/kernel/errors.ts'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { randomName } from '#runtime/kernel/random.ts'
import type { DesignApi, DocumentConflict, PresentDraft } from '../api.ts'
import { type Reconciliation, reconcileDraft, type ServerDraft, serverDraftOf } from './reconcile-draft.ts'
import type { OpenedSource, UnsentKeeper } from './unsent-draft.ts'

/** Parts of the draft that this page and another one of the user changed differently. */
export interface DraftConflict {
  /** What this page knew of the server before. */
  from: JsonObject | null
  serverDraft: ServerDraft
  conflicts: DocumentConflict[]
}

const CONFLICT_PENDING = '有几处在您的另一个页面改得不同，请先选定用哪一个'

/** The refusal of a request whose draft had become another one, after both were reconciled. */
const mergedError = (reconciled: Reconciliation): AppError =>
  reconciled.conflicts.length > 0
    ? appError('BUSINESS', { reason: 'DRAFT_CONFLICT', text: CONFLICT_PENDING })
    : appError('BUSINESS', {
        reason: reconciled.isReleased ? 'DRAFT_RELEASED' : 'DRAFT_MERGED',
        text: reconciled.text ?? '',
      })

interface Options {
  source: OpenedSource
  api: DesignApi
  unsent: UnsentKeeper
  /** The document as it is typed now. */
  typed(): JsonObject
  /** Receives the document in which changes of other pages are merged. */
  onMerge(document: JsonObject): void
}

/**
 * The draft on the server, as this page knows it. Requests follow each other; one that finds the draft changed by another
 * page of the user reconciles both and fails.
 */
export function useServerDraft({ source, api, unsent, typed, onMerge }: Options) {
  const { id } = source
  const [first] = useState(() => source.unsent?.serverDraft ?? serverDraftOf(source))
  const serverDraft = useRef(first)
  const [base, setBase] = useState(first.base)
  const [conflict, setConflict] = useState<DraftConflict | null>(null)
  const pendingConflict = useRef<DraftConflict | null>(null)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef({ typed, onMerge })
  latest.current = { typed, onMerge }

  const setServerDraft = (next: ServerDraft) => {
    serverDraft.current = next
    setBase(next.base)
  }
  const setPendingConflict = (next: DraftConflict | null) => {
    pendingConflict.current = next
    setConflict(next)
  }
  const shownDraft = (): ServerDraft => pendingConflict.current?.serverDraft ?? serverDraft.current
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const run = turn.current.then(work)
    turn.current = run.catch(() => undefined)
    return run
  }
  const [isStored] = useState(() => (body: JsonObject): boolean => {
    const { base, body: stored, version } = serverDraft.current
    return version === null ? isSameJson(body, base) : stored === body
  })

  async function store(body: JsonObject): Promise<void> {
    if (pendingConflict.current)
      throw appError('BUSINESS', { reason: 'DRAFT_CONFLICT', text: CONFLICT_PENDING })
    if (isStored(body)) return unsent.drop()
    const { base, version: previous } = serverDraft.current
    const isRemoval = isSameJson(body, base)
    const version = `${unsent.place.form}-${randomName()}`
    unsent.keep(serverDraft.current, body)
    if (isRemoval && previous !== null) await api.removeDraft(id, { previous })
    else await api.saveDraft(id, base, body, { previous, version })
    serverDraft.current = { base, body, version: isRemoval ? null : version }
    unsent.sent(body)
  }

  /** Throws what a request has failed with, after it reconciled this page with the present draft. */
  function reconcile(error: unknown): void {
    if (!(error instanceof AppError) || error.reason !== 'DESIGN_DRAFT_CHANGED') throw error
    const { body: from } = serverDraft.current
    const reconciled = reconcileDraft(
      serverDraft.current,
      latest.current.typed(),
      error.result as PresentDraft,
      unsent.place.form,
    )
    if (reconciled.conflicts.length > 0)
      setPendingConflict({ from, serverDraft: reconciled.serverDraft, conflicts: reconciled.conflicts })
    else {
      setServerDraft(reconciled.serverDraft)
      latest.current.onMerge(reconciled.document)
    }
    if (reconciled.text !== null) throw mergedError(reconciled)
  }

  async function discard(hasCompanions: boolean): Promise<void> {
    // The user has seen the conflicting draft.
    const { version } = shownDraft()
    if (version !== null)
      await api.removeDraft(id, { previous: version, ...(hasCompanions && { companions: true }) })
  }

  /** Whether another page has discarded the draft that this page knows. */
  function isGone(error: unknown): boolean {
    if (!(error instanceof AppError)) return false
    if (error.reason !== 'DESIGN_DRAFT_CHANGED') return error.code === 'NO_ENTITY'
    const { draft, current } = error.result as PresentDraft
    return draft === null && isSameJson(current, shownDraft().base)
  }

  const [requests] = useState(() => ({
    /** Stores the draft, or removes it when it is as its base; rejects when that fails. */
    save: (body: JsonObject) =>
      inTurn(async () => {
        try {
          await store(body)
        } catch (error) {
          reconcile(error)
          await store(latest.current.typed())
        }
      }),
    release: (note: string, table?: string) =>
      inTurn(async () => {
        try {
          const previous = serverDraft.current.version ?? undefined
          return await api.release(id, {
            note,
            ...(table !== undefined && { table }),
            ...(previous !== undefined && { previous }),
          })
        } catch (error) {
          reconcile(error)
          throw error
        }
      }),
    /** Removes the draft as this page knows it. What another page wrote since then is merged, and it rejects. */
    remove: (hasCompanions: boolean) =>
      inTurn(async () => {
        try {
          await discard(hasCompanions)
        } catch (error) {
          if (!isGone(error)) {
            reconcile(error)
            await discard(hasCompanions)
          }
        }
        setPendingConflict(null)
        const { base } = serverDraft.current
        // A new document is left; it must not be stored again then.
        setServerDraft({ base, body: base ?? latest.current.typed(), version: base ? null : '' })
      }),
  }))

  return {
    ...requests,
    base,
    conflict,
    serverDraft,
    isStored,
    /** Continues on another current document, after a conflict at the release. */
    startFrom: (current: JsonObject | null) => setServerDraft({ ...serverDraft.current, base: current }),
    /** Ends the conflict; the page knows from then on what the server has. */
    resolve() {
      if (!conflict) return
      setServerDraft(conflict.serverDraft)
      setPendingConflict(null)
    },
  }
}
