import { randomInt } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { minutesFromNow, now } from '../../../platform/store/clock.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { SystemTables } from '../../../platform/store/system-tables.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

/** The purpose of a code: signing in, registering, a password reset, a new phone of the user's own. */
export type Mode = '0' | '1' | '2' | 'own'

/** A code belongs to a phone, a purpose and, when one is known, a user. */
export interface CodeFor {
  phone: string
  mode: Mode
  /** For `own`: the user who will own the phone. */
  owner?: string
}

const life = 10
const MAX_TRIES = 5

/** The condition for the row of a code. */
const isFor =
  ({ phone, mode, owner = '' }: CodeFor) =>
  (where: ExpressionBuilder<SystemTables, 'sys_sms_code'>) =>
    where.and({ phone, mode, user_id: owner })

/** A new code, or null while an earlier one is still valid. Only its hash is stored. */
export async function makeCode(db: Db, { phone, mode, owner = '' }: CodeFor): Promise<string | null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  // Argon2: a million guesses at a stolen row outlast the code by hours.
  const hash = await hashPassword(code)
  const fresh = { hash, expires: minutesFromNow(life) }
  const row = await db
    .insertInto('sys_sms_code')
    .values({ phone, mode, user_id: owner, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['phone', 'mode', 'user_id'])
        .doUpdateSet({ ...fresh, tries: 0 })
        .where((where) =>
          where.or([where('sys_sms_code.expires', '<', now), where('sys_sms_code.tries', '>=', MAX_TRIES)]),
        ),
    )
    .returning('phone')
    .executeTakeFirst()
  return row ? code : null
}

/** For a code that was not sent: the next request may create another. */
export const dropCode = async (db: Db, wanted: CodeFor): Promise<void> => {
  await db.deleteFrom('sys_sms_code').where(isFor(wanted)).execute()
}

export type CodeCheck = { state: 'right'; hash: string } | { state: 'wrong' | 'gone' }

/**
 * Whether the code is right, without using it up. Each attempt is counted before it is verified, so a hundred simultaneous guesses
 * count as five; `gone` = no code is valid any more.
 */
export async function judgeCode(db: Db, wanted: CodeFor, code: string): Promise<CodeCheck> {
  const row = await db
    .updateTable('sys_sms_code')
    .set((old) => ({ tries: old('tries', '+', 1) }))
    .where(isFor(wanted))
    .where('expires', '>', now)
    .where('tries', '<', MAX_TRIES)
    .returning('hash')
    .executeTakeFirst()
  const hash = row?.hash ?? null
  const right = await verifyPassword(hash, code)
  if (hash === null) return { state: 'gone' }
  return right ? { state: 'right', hash } : { state: 'wrong' }
}

/** Only one of two simultaneous right attempts succeeds. */
export async function spendCode(db: Db, wanted: CodeFor, hash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('sys_sms_code')
    .where(isFor(wanted))
    .where('hash', '=', hash)
    .returning('phone')
    .executeTakeFirst()
  return row !== undefined
}

/** Verifies the code and uses it up. */
export async function takeCode(db: Db, wanted: CodeFor, code: string): Promise<'right' | 'wrong' | 'gone'> {
  const judged = await judgeCode(db, wanted, code)
  if (judged.state !== 'right') return judged.state
  return (await spendCode(db, wanted, judged.hash)) ? 'right' : 'gone'
}
