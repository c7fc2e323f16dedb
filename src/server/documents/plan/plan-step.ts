import type { RawBuilder } from 'kysely'

/**
 * One change of a table. `additive` steps lose no data and run at load; the others wait for
 * `documents apply`. With `blocks` the document is not served before the step has run.
 */
export interface Step {
  kind:
    | 'create'
    | 'add'
    | 'rename'
    | 'move'
    | 'widen'
    | 'index'
    | 'unindex'
    | 'watch'
    | 'partition'
    | 'park'
    | 'narrow'
    | 'retype'
  table: string
  /** The column whose type the step changes. */
  column?: string
  text: string
  additive: boolean
  blocks: boolean
  statement: RawBuilder<unknown>
  /** The column of pinyin that has to go before the type of its column changes. */
  dropsPinyin?: string
  /** Counts the rows whose content the step changes. */
  touches?: RawBuilder<{ count: number }>
  /** Some of the values that the step cuts or converts, as text. */
  samples?: RawBuilder<{ value: string }>
}
