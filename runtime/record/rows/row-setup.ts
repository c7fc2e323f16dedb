import type { Scope } from '#runtime/kernel/expression.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import type { DetailField } from '#runtime/schema/types.ts'
import type { ChangeSet } from '../changes/change-set.ts'
import type { CommandLog } from '../changes/command-log.ts'
import type { FieldCheck } from '../checks/checks.ts'
import type { Formula } from '../formulas/formulas.ts'
import type { Values } from '../scope.ts'
import type { NotificationScheduler } from './notification-scheduler.ts'

/** Options of a row store. */
export interface RowStoreSetup {
  detail: DetailField
  rows: readonly Values[]
  types: FieldValues
  /** Formulas of this detail table, in order; those that read outside their row are computed by `settle`. */
  steps?: readonly Formula[]
  checks?: readonly FieldCheck[]
  /** Columns with sum and count, besides those with `statistics`. */
  totals?: readonly string[]
  /** The scope outside the row for expressions of a row. */
  outside?: Scope
  /** Defaults of a new row. */
  blank?(): Values
  log?: CommandLog
  /** Shared by all stores of one record. */
  scheduler?: NotificationScheduler
  /** Called inside each change, before listeners: computes values outside that depend on the rows. */
  settle?(changes: ChangeSet): void
}
