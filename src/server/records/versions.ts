import type { Trx } from '../platform/store/database.ts'
import type { RecordEvent } from './events.ts'

/** Stores the versions of changed records in the transaction of their change. The data log implements it. */
export interface RecordVersions {
  write(trx: Trx, events: readonly RecordEvent[]): Promise<void>
}
