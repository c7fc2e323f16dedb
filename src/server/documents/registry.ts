import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import type {
  DictDocument,
  Document,
  PickerDocument,
  StoredReport,
  StoredScreen,
} from '#runtime/schema/types.ts'

/** A problem of a file, visible to holders of `design:read`. */
export interface FileProblem extends Problem {
  file: string
}

/** A served document: always a valid version, possibly older than a file with `problems`. */
export interface RegistryEntry<D extends Document = Document> {
  readonly id: string
  /** Short hash of the content. */
  readonly rev: string
  readonly document: D
  /** The written overlay, when the document is the screen that results from it. */
  readonly overlay?: JsonObject | null
  readonly problems: readonly FileProblem[]
}

export interface Change {
  /** Ids of documents that are new, changed, removed, or whose problems changed. */
  ids: string[]
}

/** A document as its author wrote it. */
export const writtenOf = ({
  document,
  overlay,
}: Pick<RegistryEntry, 'document' | 'overlay'>): Document | JsonObject => overlay ?? document

/** The registered documents. Reading is synchronous; an entry may be kept for the duration of one request. */
export interface DocumentRegistry {
  screen(id: string): RegistryEntry<StoredScreen> | undefined
  /** By id, or by the code in report requests. */
  report(name: string): RegistryEntry<StoredReport> | undefined
  /** By the short name in `popupCode`. */
  picker(code: string): RegistryEntry<PickerDocument> | undefined
  dict(code: string): RegistryEntry<DictDocument> | undefined
  entry(id: string): RegistryEntry | undefined
  entries(): readonly RegistryEntry[]
  /** Problems of files without a valid document, by id. */
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
  #pickers = new Map<string, RegistryEntry<PickerDocument>>()
  #dicts = new Map<string, RegistryEntry<DictDocument>>()
  #reports = new Map<string, RegistryEntry<StoredReport>>()
  readonly #listeners = new Set<(change: Change) => void>()
  #loading: Promise<unknown> = Promise.resolve()

  screen(id: string): RegistryEntry<StoredScreen> | undefined {
    const entry = this.#byId.get(id)
    return entry?.document.kind === 'screen' ? (entry as RegistryEntry<StoredScreen>) : undefined
  }

  report = (name: string): RegistryEntry<StoredReport> | undefined => this.#reports.get(name)
  picker = (code: string): RegistryEntry<PickerDocument> | undefined => this.#pickers.get(code)
  dict = (code: string): RegistryEntry<DictDocument> | undefined => this.#dicts.get(code)
  entry = (id: string): RegistryEntry | undefined => this.#byId.get(id)
  entries = (): readonly RegistryEntry[] => this.#entries
  broken = (): ReadonlyMap<string, readonly FileProblem[]> => this.#broken

  onChange(listener: (change: Change) => void): void {
    this.#listeners.add(listener)
  }

  /** Called by the loader. */
  loading(load: Promise<unknown>): void {
    this.#loading = load
  }

  async settled(): Promise<void> {
    await this.#loading.catch(() => undefined)
  }

  /** Replaces all documents at once. */
  replace(entries: readonly RegistryEntry[], broken: ReadonlyMap<string, readonly FileProblem[]>): void {
    this.#entries = entries
    this.#broken = broken
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]))
    this.#pickers = new Map()
    this.#dicts = new Map()
    this.#reports = new Map()
    for (const entry of entries) {
      if (entry.document.kind === 'picker')
        this.#pickers.set(entry.document.code, entry as RegistryEntry<PickerDocument>)
      if (entry.document.kind === 'report')
        for (const name of [entry.id, entry.document.code])
          this.#reports.set(name, entry as RegistryEntry<StoredReport>)
      if (entry.document.kind === 'dict')
        this.#dicts.set(entry.document.code, entry as RegistryEntry<DictDocument>)
    }
  }

  tell(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }
}
