import { AppError } from '#runtime/kernel/errors.ts'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { errorMessage, findRefusalCode } from '#runtime/ui/errors/error-message.ts'
import type { DesignApi, DocumentConflict, Inspection } from '../api.ts'
import { DraftHistory } from './DraftHistory.ts'
import { DraftSync } from './DraftSync.ts'
import { buildServerDraft } from './reconcile-draft.ts'
import { resolveConflict } from './resolve-conflict.ts'
import type { OpenedSource, UnsentKeeper } from './unsent-draft.ts'

/** The draft is stored this long after the last change. */
const SAVE_DELAY_MS = 600
/** A draft that could not be stored or checked is sent again after this time. */
const RETRY_DELAY_MS = 5000

/** The texts that cannot be read yet, for a page that is left by a step of the browser and opened again. */
const unreadTexts = new Map<string, UnreadText>()

export type DraftState =
  /** The server has the draft. */
  | { kind: 'saved' }
  /** A change waits for its request, or for its answer. */
  | { kind: 'saving' }
  /** The server has it, but its check has failed; it is sent again. */
  | { kind: 'unchecked' }
  /** The server does not have it; it is sent again. */
  | { kind: 'failed' }
  /** The server refuses to store it as it is, and has said why. */
  | { kind: 'refused'; text: string }
  /** Another page of the user changed it differently; nothing is stored until the user has chosen. */
  | { kind: 'conflict'; conflicts: readonly DocumentConflict[] }
  /** The draft of a new document was discarded; nothing is stored any more. */
  | { kind: 'gone' }

/** A source text that cannot be read yet, and the document in whose place it is being written. */
export interface UnreadText {
  text: string
  document: JsonObject
}

/** One state of a session; the next change makes another object. */
export interface DraftSnapshot {
  /** The document from which the draft was started; null for a new one. */
  base: JsonObject | null
  document: JsonObject
  isChanged: boolean
  /** Whether this draft started with the changes of an ended page. */
  isRestored: boolean
  canUndo: boolean
  canRedo: boolean
  state: DraftState
  /** Null until the first check has ended. */
  inspection: Inspection | null
  /** Whether the inspection is of the present document, and not of an earlier one. */
  isInspected: boolean
  /** It is gone when the application is loaded again. */
  unread: UnreadText | null
}

interface Setup {
  source: OpenedSource
  api: DesignApi
  /** Keeps in the browser what the server does not have. */
  unsent: UnsentKeeper
  notify(tone: 'info', text: string): void
}

/**
 * The draft of one document while a page edits it: stored and checked on the server shortly after each change, and kept
 * by the browser until the server has it. React draws it and subscribes with `useDesign`.
 */
export class DraftSession {
  readonly id: string
  readonly api: DesignApi
  readonly #notify: Setup['notify']
  readonly #isRestored: boolean
  /** What the server had when the page was opened. */
  readonly #first: JsonObject
  readonly #history: DraftHistory<JsonObject>
  readonly #unsent: UnsentKeeper
  readonly #sync: DraftSync
  readonly #listeners = new Set<() => void>()
  #state: DraftState = { kind: 'saved' }
  #inspection: Inspection | null = null
  #inspected: JsonObject | null = null
  #unread: UnreadText | null
  #snapshot: DraftSnapshot
  #isOpen = false
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Counts the changes: what a request for an earlier one answers is no longer the state. */
  #round = 0

  constructor({ source, api, unsent, notify }: Setup) {
    // The changes of an ended page are continued as if that page had slept.
    const restored = source.unsent
    this.id = source.id
    this.api = api
    this.#notify = notify
    this.#isRestored = restored !== null
    this.#first = buildServerDraft(source).body ?? restored?.body ?? {}
    this.#history = new DraftHistory(this.#first, restored?.body)
    this.#unsent = unsent
    this.#unread = unreadTexts.get(unsent.place.name) ?? null
    this.#sync = new DraftSync({
      source,
      api,
      unsent,
      typed: () => this.#history.present,
      onMerge: (document) => {
        this.#history.change(document)
        this.#follow()
      },
      onConflict: () => this.#follow(),
    })
    this.#snapshot = this.#takeSnapshot()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  getSnapshot = (): DraftSnapshot => this.#snapshot

  /** Stores and checks the draft from now on. Returns the function that stores the last changes and ends it. */
  open(): () => void {
    this.#isOpen = true
    const endHold = this.#unsent.hold()
    this.#follow()
    return () => {
      this.#isOpen = false
      this.#round++
      clearTimeout(this.#timer)
      void this.saveNow().catch(() => undefined)
      endHold()
    }
  }

  /** Changes under one label that follow each other soon are one step of undo; one without a label is a step of its own. */
  change = (document: JsonObject, label?: string): void => {
    if (this.#history.change(document, label)) this.#follow()
  }
  /** Writes what follows from the last change. */
  amend = (document: JsonObject): void => {
    this.#history.amend(document)
    this.#follow()
  }
  keepUnread = (unread: UnreadText | null): void => {
    if (unread === this.#unread) return
    this.#unread = unread
    const { name } = this.#unsent.place
    if (unread) unreadTexts.set(name, unread)
    else unreadTexts.delete(name)
    this.#publish()
  }
  undo = (): void => {
    if (this.#history.undo()) this.#follow()
  }
  redo = (): void => {
    if (this.#history.redo()) this.#follow()
  }

  /** `isOurs` says whether the changes of this page are used where both changed the same part. */
  decideConflict = (isOurs: boolean): void => {
    const { conflict } = this.#sync
    if (!conflict) return
    const { from, serverDraft } = conflict
    this.#sync.resolve()
    const ours = this.#history.present
    this.#history.change(resolveConflict(from, ours, serverDraft.body, isOurs))
    this.#follow()
  }

  /** Returns to what the server had when the page was opened. */
  dropRestored(): void {
    this.change(this.#first)
  }

  /** Stores the draft now; rejects when that fails. */
  async saveNow(): Promise<void> {
    await this.#sync.save(this.#history.present)
    if (this.#state.kind === 'refused') this.#follow()
  }

  /** Stores the draft and releases it. */
  async release(note: string, table?: string): Promise<{ revision: number }> {
    await this.saveNow()
    return this.#sync.release(note, table)
  }

  /** Ends the draft; with `hasCompanions` the new documents that only it names as well. */
  async discard(hasCompanions: boolean): Promise<void> {
    await this.#sync.remove(hasCompanions)
    this.keepUnread(null)
    const { base } = this.#sync.serverDraft
    if (base) this.#history.change(base)
    this.#follow()
  }

  /** Continues on another current document, after a conflict at the release. */
  continueOn(current: JsonObject | null, document: JsonObject): void {
    this.#sync.startFrom(current)
    this.#history.change(document)
    this.#follow()
  }

  /** Whether leaving now would lose changes. */
  isUnsaved = (): boolean =>
    this.#unread !== null || (this.#snapshot.isChanged && !this.#sync.isStored(this.#history.present))
  /** Returns to what the server has, for a page that is left without its last changes. */
  dropUnsaved = (): void => {
    this.keepUnread(null)
    this.change(this.#sync.serverDraft.body ?? this.#history.present)
  }
  /** Stores the last changes in the browser at once, for a page that ends. */
  keepLast = (): void => {
    const { present } = this.#history
    if (!this.#sync.isStored(present)) this.#unsent.keepLast(this.#sync.serverDraft, present)
  }

  /** Continues from the present document: stores it after the pause, unless the user must choose first. */
  #follow(): void {
    const round = ++this.#round
    clearTimeout(this.#timer)
    this.#state = this.#nextState()
    this.#publish()
    if (!this.#isOpen) return
    if (this.#state.kind === 'conflict') this.#unsent.keep(this.#sync.serverDraft, this.#history.present)
    else if (this.#state.kind !== 'gone') this.#attemptAfter(SAVE_DELAY_MS, round)
  }

  #nextState(): DraftState {
    const { conflict, isGone } = this.#sync
    if (isGone) return { kind: 'gone' }
    if (conflict) return { kind: 'conflict', conflicts: conflict.conflicts }
    const wasStopped = this.#state.kind === 'conflict' || this.#state.kind === 'refused'
    return wasStopped || !this.#sync.isStored(this.#history.present) ? { kind: 'saving' } : this.#state
  }

  #attemptAfter(delay: number, round: number): void {
    this.#timer = setTimeout(() => void this.#attempt(round), delay)
  }

  async #attempt(round: number): Promise<void> {
    const { present } = this.#history
    const isCurrent = () => round === this.#round
    try {
      await this.#sync.save(present)
      if (isCurrent()) this.#enter({ kind: 'saved' })
    } catch (error) {
      this.#fail(error, round)
    }
    if (!isCurrent() || this.#state.kind === 'failed') return
    const inspection = await this.api.inspect(this.id, present).catch(() => null)
    if (!isCurrent()) return
    if (inspection) {
      this.#inspection = inspection
      this.#inspected = present
      return this.#publish()
    }
    if (this.#state.kind === 'saved') this.#enter({ kind: 'unchecked' })
    this.#attemptAfter(RETRY_DELAY_MS, round)
  }

  /** A request that found another draft has already followed it. */
  #fail(error: unknown, round: number): void {
    const code = findRefusalCode(error)
    if (code === 'DRAFT_MERGED' || code === 'DRAFT_RELEASED') this.#notify('info', errorMessage(error))
    if (round !== this.#round) return
    const isRefused = error instanceof AppError && error.reason !== null
    this.#enter(isRefused ? { kind: 'refused', text: error.text } : { kind: 'failed' })
    if (!isRefused) this.#attemptAfter(RETRY_DELAY_MS, round)
  }

  #enter(state: DraftState): void {
    this.#state = state
    this.#publish()
  }

  #takeSnapshot(): DraftSnapshot {
    const { present, canUndo, canRedo } = this.#history
    const { base } = this.#sync.serverDraft
    return {
      base,
      document: present,
      isChanged: !isSameJson(present, base),
      isRestored: this.#isRestored,
      canUndo,
      canRedo,
      state: this.#state,
      inspection: this.#inspection,
      isInspected: this.#inspected === present,
      unread: this.#unread,
    }
  }

  #publish(): void {
    this.#snapshot = this.#takeSnapshot()
    for (const listener of this.#listeners) listener()
  }
}
