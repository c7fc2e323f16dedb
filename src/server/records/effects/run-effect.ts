import type { Move } from '#runtime/schema/types.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { noteOtherRecords } from '../read/other-records.ts'
import type { Values } from '../read/record.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import type { Stamp } from '../write.ts'
import type { EffectContext } from './effects.ts'

/** Runs the effect of a move; the records of other tables that it writes get a version by the user of the move. */
export async function runEffect(
  transaction: RecordTransaction,
  name: string,
  move: Move,
  records: readonly Values[],
  { user, stamp }: { user: SessionUser; stamp: Stamp },
): Promise<void> {
  const { trx, effects, notify } = transaction
  const { keep, ...others } = noteOtherRecords(transaction, user)
  await effects.get(name).run({
    trx,
    // The check of documents has compared the fields of the screen with those that the effect reads.
    records: records as unknown as EffectContext['records'],
    user,
    move,
    stamp,
    notify,
    ...others,
  })
  await keep()
}
