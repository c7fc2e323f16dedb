import { AppError, appError } from '#runtime/kernel/errors.ts'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { randomName } from '#runtime/kernel/random.ts'
import type { DesignApi, DocumentConflict, PresentDraft } from '../api.ts'
import { buildServerDraft, type Reconciliation, reconcileDraft, type ServerDraft } from './reconcile-draft.ts'
import type { OpenedSource, UnsentKeeper } from './unsent-draft.ts'

/** Parts of the draft that this page and another one of the user changed differently. */
interface DraftConflict {
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

interface DraftSyncSetup {
  source: OpenedSource
  api: DesignApi
  unsent: UnsentKeeper
  /** The document as it is typed now. */
  typed(): JsonObject
  /** Receives the document in which changes of other pages are merged. */
  onMerge(document: JsonObject): void
  /** Called when `conflict` is set. */
  onConflict(): void
}

/**
 * The draft on the server, as this page knows it. Requests follow each other; one that finds the draft changed by another
 * page of the user reconciles both and fails.
 */
export class DraftSync {
  readonly #setup: DraftSyncSetup
  #serverDraft: ServerDraft
  #conflict: DraftConflict | null = null
  #isGone = false
  #lastRequest: Promise<unknown> = Promise.resolve()

  constructor(setup: DraftSyncSetup) {
    this.#setup = setup
    this.#serverDraft = setup.source.unsent?.serverDraft ?? buildServerDraft(setup.source)
  }

  get serverDraft(): ServerDraft {
    return this.#serverDraft
  }
  /** Nothing is stored until the user has chosen. */
  get conflict(): DraftConflict | null {
    return this.#conflict
  }
  /** Whether the draft of a new document was discarded: it must not be stored again. */
  get isGone(): boolean {
    return this.#isGone
  }

  isStored(document: JsonObject): boolean {
    const { base, body, version } = this.#serverDraft
    return this.#isGone || (version === null ? isSameJson(document, base) : body === document)
  }

  /** Stores the draft, or removes it when it is as its base; rejects when that fails. */
  save(document: JsonObject): Promise<void> {
    return this.#afterOthers(async () => {
      try {
        await this.#store(document)
      } catch (error) {
        this.#reconcile(error)
        await this.#store(this.#setup.typed())
      }
    })
  }

  release(note: string, table?: string): Promise<{ revision: number }> {
    const { api, source } = this.#setup
    return this.#afterOthers(async () => {
      try {
        const previous = this.#serverDraft.version ?? undefined
        return await api.release(source.id, {
          note,
          ...(table !== undefined && { table }),
          ...(previous !== undefined && { previous }),
        })
      } catch (error) {
        this.#reconcile(error)
        throw error
      }
    })
  }

  /** Removes the draft as this page knows it. What another page wrote since then is merged, and it rejects. */
  remove(hasCompanions: boolean): Promise<void> {
    return this.#afterOthers(async () => {
      try {
        await this.#discard(hasCompanions)
      } catch (error) {
        if (!this.#isRemoved(error)) {
          this.#reconcile(error)
          await this.#discard(hasCompanions)
        }
      }
      this.#conflict = null
      const { base } = this.#serverDraft
      this.#serverDraft = { base, body: base, version: null }
      this.#isGone = base === null
    })
  }

  /** Continues on another current document, after a conflict at the release. */
  startFrom(current: JsonObject | null): void {
    this.#serverDraft = { ...this.#serverDraft, base: current }
  }

  /** Ends the conflict; the page knows from then on what the server has. */
  resolve(): void {
    if (!this.#conflict) return
    this.#serverDraft = this.#conflict.serverDraft
    this.#conflict = null
  }

  #afterOthers<T>(request: () => Promise<T>): Promise<T> {
    const run = this.#lastRequest.then(request)
    this.#lastRequest = run.catch(() => undefined)
    return run
  }

  async #store(document: JsonObject): Promise<void> {
    const { api, source, unsent } = this.#setup
    if (this.#conflict) throw appError('BUSINESS', { reason: 'DRAFT_CONFLICT', text: CONFLICT_PENDING })
    if (this.isStored(document)) return unsent.drop()
    const { base, version: previous } = this.#serverDraft
    const isRemoval = isSameJson(document, base)
    const version = `${unsent.place.form}-${randomName()}`
    unsent.keep(this.#serverDraft, document)
    if (isRemoval && previous !== null) await api.removeDraft(source.id, { previous })
    else await api.saveDraft(source.id, base, document, { previous, version })
    this.#serverDraft = { base, body: document, version: isRemoval ? null : version }
    unsent.sent(document)
  }

  /** Throws what a request has failed with, after it reconciled this page with the present draft. */
  #reconcile(error: unknown): void {
    if (!(error instanceof AppError) || error.reason !== 'DESIGN_DRAFT_CHANGED') throw error
    const { typed, unsent, onMerge, onConflict } = this.#setup
    const { body: from } = this.#serverDraft
    const present = error.result as PresentDraft
    const reconciled = reconcileDraft(this.#serverDraft, typed(), present, unsent.place.form)
    const { serverDraft, conflicts } = reconciled
    if (conflicts.length > 0) {
      this.#conflict = { from, serverDraft, conflicts }
      onConflict()
    } else {
      this.#serverDraft = serverDraft
      onMerge(reconciled.document)
    }
    if (reconciled.text !== null) throw mergedError(reconciled)
  }

  /** The draft that the user sees: of a conflict, the other one. */
  #shownDraft(): ServerDraft {
    return this.#conflict?.serverDraft ?? this.#serverDraft
  }

  async #discard(hasCompanions: boolean): Promise<void> {
    const { api, source } = this.#setup
    const { version } = this.#shownDraft()
    if (version !== null)
      await api.removeDraft(source.id, { previous: version, ...(hasCompanions && { companions: true }) })
  }

  /** Whether a request failed because another page has discarded the draft that this page knows. */
  #isRemoved(error: unknown): boolean {
    if (!(error instanceof AppError)) return false
    if (error.reason !== 'DESIGN_DRAFT_CHANGED') return error.code === 'NO_ENTITY'
    const { draft, current } = error.result as PresentDraft
    return draft === null && isSameJson(current, this.#shownDraft().base)
  }
}
