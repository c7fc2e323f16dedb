import type { Scope } from '#runtime/kernel/expression.ts'
import type { DetailField } from '#runtime/schema/types.ts'
import type { ChangeSet } from './change-set.ts'
import type { FieldCheck } from './checks.ts'
import type { CommandLog } from './command-log.ts'
import type { Formula } from './formulas.ts'
import type { NotificationScheduler } from './notification-scheduler.ts'
import type { Values } from './scope.ts'

/** What a row store is made of. */
export interface RowStoreSetup {
  detail: DetailField
  rows: readonly Values[]
  /** Formulas of this detail, in order; those that look outside their row are computed by `settle`. */
  steps?: readonly Formula[]
  checks?: readonly FieldCheck[]
  /** Columns of which sum and count are kept, besides those with `statistics`. */
  totals?: readonly string[]
  /** What a row's expressions see outside their row. */
  outside?: Scope
  /** Defaults of a new row. */
  blank?(): Values
  log?: CommandLog
  /** Shared by all who tell of the same record. */
  scheduler?: NotificationScheduler
  /** Called inside each change, before anybody hears of it: computes what depends on the rows from outside. */
  settle?(touched: ChangeSet): void
}
