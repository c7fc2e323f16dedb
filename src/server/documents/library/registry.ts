import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { findKind } from '#runtime/schema/kinds/index.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import type { DictDocument, PickerDocument, StoredReport, StoredScreen } from '#runtime/schema/types.ts'

/** A problem of a file; visible with the permission `design:read`. */
export interface FileProblem extends DocumentProblem {
  file: string
}

/** A served document: always one without problems, maybe older than a file with `problems`. */
export interface RegistryEntry<D extends Document = Document> {
  readonly id: string
  /** Short hash of the content; `rev` on the wire. */
  readonly documentHash: string
  readonly document: D
  /** The overlay as it is written, where `document` is the screen that it resolves to. */
  readonly overlay?: JsonObject | null
  /** The document without the codes of its controlled columns, where it has such columns. */
  readonly declared?: Document
  readonly problems: readonly FileProblem[]
}

export interface Change {
  /** Ids of documents that are new, changed or removed, or whose problems changed. */
  ids: string[]
}

/** A document as its author wrote it. */
export const getWritten = ({
  document,
  declared = document,
  overlay,
}: Pick<RegistryEntry, 'document' | 'declared' | 'overlay'>): Document | JsonObject => overlay ?? declared

/** The served documents. Reading is synchronous; an entry may be used for the length of one request. */
export interface DocumentRegistry {
  screen(id: string): RegistryEntry<StoredScreen> | undefined
  /** By id, or by the code in report requests. */
  report(name: string): RegistryEntry<StoredReport> | undefined
  /** By the short name in `popupCode`. */
  picker(code: string): RegistryEntry<PickerDocument> | undefined
  dict(code: string): RegistryEntry<DictDocument> | undefined
  entry(id: string): RegistryEntry | undefined
  entries(): readonly RegistryEntry[]
  /** Problems of files for which no version without problems exists, by id. */
  broken(): ReadonlyMap<string, readonly FileProblem[]>
  onChange(listener: (change: Change) => void): void
  /** Resolves when the current load, if any, has ended. */
  settled(): Promise<void>
}

/** The current set of documents, by id and code. */
export class Registry implements DocumentRegistry {
  #entries: readonly RegistryEntry[] = []
  #broken: ReadonlyMap<string, readonly FileProblem[]> = new Map()
  #byId = new Map<string, RegistryEntry>()
  /** Kind -> id -> entry. */
  #byKind = new Map<string, Map<string, RegistryEntry>>()
  /** Kind -> code of the document -> entry. */
  #byCode = new Map<string, Map<string, RegistryEntry>>()
  readonly #listeners = new Set<(change: Change) => void>()
  #loading: Promise<unknown> = Promise.resolve()

  screen = (id: string) => this.#byKind.get('screen')?.get(id) as RegistryEntry<StoredScreen> | undefined
  report = (name: string) =>
    (this.#byKind.get('report')?.get(name) ?? this.#byCode.get('report')?.get(name)) as
      | RegistryEntry<StoredReport>
      | undefined
  picker = (code: string) =>
    this.#byCode.get('picker')?.get(code) as RegistryEntry<PickerDocument> | undefined
  dict = (code: string) => this.#byCode.get('dict')?.get(code) as RegistryEntry<DictDocument> | undefined
  entry = (id: string): RegistryEntry | undefined => this.#byId.get(id)
  entries = (): readonly RegistryEntry[] => this.#entries
  broken = (): ReadonlyMap<string, readonly FileProblem[]> => this.#broken

  onChange(listener: (change: Change) => void): void {
    this.#listeners.add(listener)
  }

  /** Announces a load that has begun. */
  loading(load: Promise<unknown>): void {
    this.#loading = load
  }

  async settled(): Promise<void> {
    await this.#loading.catch(() => undefined)
  }

  /** Replaces the served documents at once. */
  replace(entries: readonly RegistryEntry[], broken: ReadonlyMap<string, readonly FileProblem[]>): void {
    this.#entries = entries
    this.#broken = broken
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]))
    this.#byKind = new Map()
    this.#byCode = new Map()
    for (const entry of entries) {
      const { kind } = entry.document
      put(this.#byKind, kind, entry.id, entry)
      for (const { space, name } of findKind(entry.document)?.names({ ...entry.document }).claims ?? [])
        if (space === kind) put(this.#byCode, kind, name, entry)
    }
  }

  tell(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }
}

function put(
  index: Map<string, Map<string, RegistryEntry>>,
  kind: string,
  name: string,
  entry: RegistryEntry,
): void {
  const entries = index.get(kind) ?? new Map<string, RegistryEntry>()
  entries.set(name, entry)
  index.set(kind, entries)
}
