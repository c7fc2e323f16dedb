import type { Scope } from '#runtime/kernel/expression.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { CellFault } from '../checks/checks.ts'
import { isDisabled, isShown } from '../checks/conditions.ts'

/**
 * An unfinished part of a value: a file being uploaded, a failed upload, or a typed text that is no value. It belongs
 * to the record and not to the component, so it continues while its cell is closed. Drafts cannot store it.
 */
export interface PendingValue {
  /** Why the record cannot be saved now, and the remedy. */
  readonly text: string
  /** Waiting does not help: reported at once, not only on save. */
  readonly isFailed: boolean
  /** Short text shown in a cell. */
  readonly shortText: string
  /** A change of the value ends it: a typed text that is no value. */
  readonly endsWithChange?: boolean
  /** Settles when the answer of the server has ended it: a save waits for it. It never rejects. */
  readonly answer?: Promise<unknown>
  /** Current binding of its value. */
  binding: ValueBinding
}

/** One value of an open record with its pending value. */
export interface ValueBinding {
  value(): unknown
  set(value: unknown): void
  pending(): PendingValue | undefined
  /** Sets or updates the pending value; null: finished. */
  setPending(pendingValue: PendingValue | null): void
  subscribe(listener: () => void): () => void
}

const noFaults: ReadonlyMap<string, CellFault> = new Map()

/**
 * The pending values of the rows of a detail table, or of a head under the row id ''. `onChange` is called for each
 * change.
 */
export class PendingValues {
  readonly #rows = new Map<string, ReadonlyMap<string, PendingValue>>()
  readonly #fields: readonly Field[]
  readonly #onChange: (id: string, key: string) => void

  constructor(fields: readonly Field[], onChange: (id: string, key: string) => void) {
    this.#fields = fields
    this.#onChange = onChange
  }

  has(id: string): boolean {
    return this.#rows.size > 0 && this.#rows.has(id)
  }
  /** The pending values of a row by key; undefined for none. The map changes only when they do. */
  of(id: string): ReadonlyMap<string, PendingValue> | undefined {
    return this.#rows.get(id)
  }
  get(id: string, key: string): PendingValue | undefined {
    return this.#rows.get(id)?.get(key)
  }
  get all(): { id: string; key: string; pendingValue: PendingValue }[] {
    return [...this.#rows].flatMap(([id, row]) =>
      [...row].map(([key, pendingValue]) => ({ id, key, pendingValue })),
    )
  }

  set(id: string, key: string, pendingValue: PendingValue | null): void {
    const row = new Map(this.#rows.get(id))
    if (pendingValue) row.set(key, pendingValue)
    else row.delete(key)
    if (row.size > 0) this.#rows.set(id, row)
    else this.#rows.delete(id)
    this.#onChange(id, key)
  }

  /** Called when values were set, also to the same value. */
  endWithChange(id: string, keys: readonly string[]): void {
    const row = this.#rows.get(id)
    if (row) for (const key of keys) if (row.get(key)?.endsWithChange) this.set(id, key, null)
  }

  /** Called when the row is removed. */
  forget(id: string): void {
    this.#rows.delete(id)
  }

  /**
   * The problems of a row including those of its pending values. A pending value in progress is no problem unless
   * everything is validated: then `due`, the set of keys to validate, is absent. A hidden or disabled field never
   * blocks: the user could not fix it.
   */
  over(
    faults: ReadonlyMap<string, CellFault>,
    id: string,
    scope: Scope,
    due?: ReadonlySet<string>,
  ): ReadonlyMap<string, CellFault> {
    const all = new Map(faults)
    for (const [key, { text, isFailed }] of this.#rows.get(id) ?? []) {
      const field = this.#fields.find((entry) => entry.key === key)
      if (!field || due?.has(key) === false || !isShown(field, scope) || isDisabled(field, scope)) continue
      if (isFailed || !due) all.set(key, { code: 'unsettled', text })
      else all.delete(key)
    }
    return all
  }

  /** Whether any pending value blocks a save. */
  holdsUp(getScope: (id: string) => Scope): boolean {
    return [...this.#rows.keys()].some((id) => this.over(noFaults, id, getScope(id)).size > 0)
  }
}
