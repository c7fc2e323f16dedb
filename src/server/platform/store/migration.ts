import type { Trx } from './database.ts'

/** One step forward; never changed once released, never undone. */
export interface Migration {
  name: string
  up(trx: Trx): Promise<void>
}
