import type { Formula } from '../formulas/formulas.ts'
import { isTemporary, sameValue } from './delta.ts'

/**
 * Decides which values of formulas and defaults a record takes. The default of a field that reads other fields follows
 * them as long as the field has no value yet or still holds its last default; a typed value stays, an emptied field
 * stays empty. Defaults are of new records and new rows only.
 */
export class FollowingDefaults {
  readonly #isNewRecord: boolean
  /** The last default by node and row. */
  readonly #last = new Map<string, unknown>()

  constructor(isNewRecord: boolean) {
    this.#isNewRecord = isNewRecord
  }

  /** Whether a field of the head (`id` '') or of a row takes the value of its formula or default. */
  isTaken(step: Formula, id: string, current: unknown, value: unknown): boolean {
    const isAbsent = current === undefined && (id !== '' || step.isDefault)
    if (!step.isDefault) return isAbsent || !sameValue(current, value)
    const isNew = id === '' ? this.#isNewRecord : isTemporary(id)
    return (
      isNew && this.#follows(`${step.node} ${id}`, current, value) && (isAbsent || !sameValue(current, value))
    )
  }

  #follows(place: string, current: unknown, value: unknown): boolean {
    const isUntouched = this.#last.has(place) && sameValue(current, this.#last.get(place))
    this.#last.set(place, value)
    return isUntouched || current === undefined
  }
}
