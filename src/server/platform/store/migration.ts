import type { Trx } from './database.ts'

/** One step forward; never changed after its release, never reversed. */
export interface Migration {
  name: string
  up(trx: Trx): Promise<void>
}
