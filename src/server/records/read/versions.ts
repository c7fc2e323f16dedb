import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import type { RecordEvent } from '../events.ts'

/** A stored move of a record: its states, and the values of the fields that were asked for. */
export interface StoredMove {
  id: string
  isUndone: boolean
  /** The code of the move; null where it was made before versions kept it. */
  move: string | null
  /** Null where the version before it is no longer kept. */
  from: string | null
  to: string
  answers: JsonObject
  /** The account of the person who made it. */
  by: string | null
  time: string
}

/** The fields of the moves of a record: the one of its state, and those that moves ask for. */
interface MoveFields {
  state: string
  answers: readonly string[]
}

/** The versions of records. The data log implements it. */
export interface RecordVersions {
  /** Stores the versions of changed records in the transaction of their change. */
  write(trx: Trx, events: readonly RecordEvent[]): Promise<void>
  /** The latest moves of a record, newest last. */
  readMoves(
    db: Db,
    record: { table: string; id: string },
    fields: MoveFields,
    limit: number,
  ): Promise<StoredMove[]>
}

/** The versions (数据日志) of records of other tables that an effect or a hook writes. */
export interface OtherRecords {
  /** Must be called before stored records of another table are changed, so that they get a version. */
  changing(table: string, ids: readonly string[]): Promise<void>
  /** Must be called for new records of another table, so that they get a version. */
  added(table: string, ids: readonly string[]): void
}
