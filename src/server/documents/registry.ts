import type { Problem } from '../../../runtime/kernel/problem.ts'
import type { Loose } from '../../../runtime/schema/loose.ts'
import type {
  DictDocument,
  Document,
  PickerDocument,
  StoredReport,
  StoredScreen,
} from '../../../runtime/schema/types.ts'

/** What is wrong with a file, as holders of `design:read` see it. */
export interface FileProblem extends Problem {
  file: string
}

/** A document as it is served: always one that checked clean, maybe older than a file with `problems`. */
export interface Entry<D extends Document = Document> {
  readonly id: string
  /** Short hash of the content. */
  readonly rev: string
  readonly document: D
  /** As it is written, where the document is the screen that an overlay stands for. */
  readonly overlay?: Loose | null
  readonly problems: readonly FileProblem[]
}

export interface Change {
  /** Documents that are new, changed, gone, or whose problems changed. */
  ids: string[]
}

/** A document as its author wrote it. */
export const writtenOf = ({ document, overlay }: Pick<Entry, 'document' | 'overlay'>): Document | Loose =>
  overlay ?? document

/** The documents in force. Reading is synchronous; whoever holds an entry may keep it for one request. */
export interface DocumentRegistry {
  screen(id: string): Entry<StoredScreen> | undefined
  /** By id, or by the code that the report calls use. */
  report(name: string): Entry<StoredReport> | undefined
  /** By the short name that `popupCode` uses. */
  picker(code: string): Entry<PickerDocument> | undefined
  dict(code: string): Entry<DictDocument> | undefined
  entry(id: string): Entry | undefined
  entries(): readonly Entry[]
  /** Problems of files that no sound document stands behind, by id. */
  broken(): ReadonlyMap<string, readonly FileProblem[]>
  onChange(listener: (change: Change) => void): void
  /** When the load under way, if any, has ended. */
  settled(): Promise<void>
}

/** The documents of one moment, findable by id and code. */
export class Registry implements DocumentRegistry {
  #entries: readonly Entry[] = []
  #broken: ReadonlyMap<string, readonly FileProblem[]> = new Map()
  #byId = new Map<string, Entry>()
  #pickers = new Map<string, Entry<PickerDocument>>()
  #dicts = new Map<string, Entry<DictDocument>>()
  #reports = new Map<string, Entry<StoredReport>>()
  readonly #listeners = new Set<(change: Change) => void>()
  #loading: Promise<unknown> = Promise.resolve()

  screen(id: string): Entry<StoredScreen> | undefined {
    const entry = this.#byId.get(id)
    return entry?.document.kind === 'screen' ? (entry as Entry<StoredScreen>) : undefined
  }

  report = (name: string): Entry<StoredReport> | undefined => this.#reports.get(name)
  picker = (code: string): Entry<PickerDocument> | undefined => this.#pickers.get(code)
  dict = (code: string): Entry<DictDocument> | undefined => this.#dicts.get(code)
  entry = (id: string): Entry | undefined => this.#byId.get(id)
  entries = (): readonly Entry[] => this.#entries
  broken = (): ReadonlyMap<string, readonly FileProblem[]> => this.#broken

  onChange(listener: (change: Change) => void): void {
    this.#listeners.add(listener)
  }

  /** Told by whoever loads. */
  loading(load: Promise<unknown>): void {
    this.#loading = load
  }

  async settled(): Promise<void> {
    await this.#loading.catch(() => undefined)
  }

  /** Puts other documents in force, at once. */
  replace(entries: readonly Entry[], broken: ReadonlyMap<string, readonly FileProblem[]>): void {
    this.#entries = entries
    this.#broken = broken
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]))
    this.#pickers = new Map()
    this.#dicts = new Map()
    this.#reports = new Map()
    for (const entry of entries) {
      if (entry.document.kind === 'picker')
        this.#pickers.set(entry.document.code, entry as Entry<PickerDocument>)
      if (entry.document.kind === 'report')
        for (const name of [entry.id, entry.document.code])
          this.#reports.set(name, entry as Entry<StoredReport>)
      if (entry.document.kind === 'dict') this.#dicts.set(entry.document.code, entry as Entry<DictDocument>)
    }
  }

  tell(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }
}
