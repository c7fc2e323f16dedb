import type { Scope } from '#runtime/kernel/expression.ts'
import type { Field } from '#runtime/schema/types.ts'
import { type CellFault, isDisabled, isShown } from './checks.ts'

/**
 * Something of a value that is not done: a file on its way, or one that failed. It stands with the record and not with
 * what draws it, so it goes on while its cell is closed. No draft can keep it.
 */
export interface PendingValue {
  /** Why the record cannot be saved as it stands, and what to do. */
  readonly text: string
  /** Waiting does not help: said where it stands at once, not only when values are collected. */
  readonly isFailed: boolean
  /** What a cell shows of it, in a few letters. */
  readonly shortText: string
  /** Where its value stands by now. */
  binding: ValueBinding
}

/** One value of an open record, and what of it is not done. */
export interface ValueBinding {
  value(): unknown
  set(value: unknown): void
  pending(): PendingValue | undefined
  /** Keeps it, or says that it changed; null: nothing is left to be done. */
  setPending(what: PendingValue | null): void
  subscribe(listener: () => void): () => void
}

const noFaults: ReadonlyMap<string, CellFault> = new Map()

/** What is not done of a detail's rows, or of a head under the row ''. `hear` is told of each change. */
export class PendingValues {
  readonly #rows = new Map<string, Map<string, PendingValue>>()
  readonly #fields: readonly Field[]
  readonly #hear: (id: string, key: string) => void

  constructor(fields: readonly Field[], onChange: (id: string, key: string) => void) {
    this.#fields = fields
    this.#hear = onChange
  }

  has(id: string): boolean {
    return this.#rows.size > 0 && this.#rows.has(id)
  }
  get(id: string, key: string): PendingValue | undefined {
    return this.#rows.get(id)?.get(key)
  }
  get all(): { id: string; key: string; what: PendingValue }[] {
    return [...this.#rows].flatMap(([id, row]) => [...row].map(([key, what]) => ({ id, key, what })))
  }

  set(id: string, key: string, what: PendingValue | null): void {
    const row = this.#rows.get(id) ?? new Map<string, PendingValue>()
    if (what) row.set(key, what)
    else row.delete(key)
    if (row.size > 0) this.#rows.set(id, row)
    else this.#rows.delete(id)
    this.#hear(id, key)
  }

  /** The row is gone, and this with it. */
  forget(id: string): void {
    this.#rows.delete(id)
  }

  /**
   * The faults of a row with those of its values that are not done. While one is under way nothing is wrong with it,
   * unless all is collected: then `due`, the keys that are looked at, is absent. What is hidden or barred for now holds
   * nobody up: nothing could be done about it.
   */
  over(
    faults: ReadonlyMap<string, CellFault>,
    id: string,
    scope: Scope,
    due?: ReadonlySet<string>,
  ): ReadonlyMap<string, CellFault> {
    const all = new Map(faults)
    for (const [key, { text, isFailed }] of this.#rows.get(id) ?? []) {
      const field = this.#fields.find((one) => one.key === key)
      if (!field || due?.has(key) === false || !isShown(field, scope) || isDisabled(field, scope)) continue
      if (isFailed || !due) all.set(key, { code: 'unsettled', text })
      else all.delete(key)
    }
    return all
  }

  /** Whether anything that is not done would hold up a save. */
  holdsUp(scopeOf: (id: string) => Scope): boolean {
    return [...this.#rows.keys()].some((id) => this.over(noFaults, id, scopeOf(id)).size > 0)
  }
}
