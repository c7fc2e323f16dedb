import { randomInt } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets.ts'
import type { Db, Trx } from '../../../platform/store/database.ts'
import { digest } from '../sessions/sessions.ts'
import { totpStep } from './totp.ts'

const RECOVERY_CODES = 10
// Without look-alikes: 16 of 31 characters are 79 bits, so a fast digest is enough.
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

export const buildPurpose = (userId: string): string => `totp.${userId}`

/** Four groups of four characters. */
const createRecoveryCode = (): string =>
  Array.from({ length: 16 }, (_, at) => {
    const character = characters[randomInt(characters.length)]
    return at > 0 && at % 4 === 0 ? `-${character}` : character
  }).join('')

const recoveryDigest = (userId: string, code: string): string =>
  digest(`${userId} ${code.toLowerCase().replace(/[\s-]/g, '')}`)

/** The state of a user's second factor; null when it is off. */
export async function readFactor(
  db: Db,
  userId: string,
): Promise<{ since: string; recoveryCodes: number } | null> {
  const row = await db
    .selectFrom('sys_second_factor as f')
    .leftJoin('sys_recovery_code as c', 'c.user_id', 'f.user_id')
    .select(['f.create_time as since'])
    .select((select) => select.fn.count<number>('c.digest').as('recoveryCodes'))
    .where('f.user_id', '=', userId)
    .groupBy('f.user_id')
    .executeTakeFirst()
  return row ?? null
}

/** Replaces the recovery codes; the returned ones are stored nowhere. */
export async function renewRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode)
  await trx.deleteFrom('sys_recovery_code').where('user_id', '=', userId).execute()
  await trx
    .insertInto('sys_recovery_code')
    .values(codes.map((code) => ({ user_id: userId, digest: recoveryDigest(userId, code) })))
    .execute()
  return codes
}

/** Switches the factor on. Returns the recovery codes; null when it is on already. */
export async function storeFactor(
  trx: Trx,
  secrets: Secrets,
  { userId, secret, step }: { userId: string; secret: string; step: number },
): Promise<string[] | null> {
  const row = await trx
    .insertInto('sys_second_factor')
    .values({ user_id: userId, secret: secrets.encrypt(secret, buildPurpose(userId)), last_step: step })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row ? await renewRecoveryCodes(trx, userId) : null
}

/** Switches the factor off; false when it was off. */
export async function removeFactor(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sys_second_factor')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Verifies the digits of the authenticator or a recovery code, and uses them up: of several requests with one code only
 * one succeeds, and a code is never accepted after a later one.
 */
export async function proveFactor(
  db: Db,
  secrets: Secrets,
  userId: string,
  code: string,
): Promise<'code' | 'recovery' | null> {
  if (!/^\d{6}$/.test(code)) {
    const { numDeletedRows } = await db
      .deleteFrom('sys_recovery_code')
      .where('user_id', '=', userId)
      .where('digest', '=', recoveryDigest(userId, code))
      .executeTakeFirst()
    return numDeletedRows > 0n ? 'recovery' : null
  }
  const row = await db
    .selectFrom('sys_second_factor')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const secret = row ? secrets.decrypt(row.secret, buildPurpose(userId)) : null
  const step = secret === null ? null : totpStep(secret, code)
  if (step === null) return null
  const { numUpdatedRows } = await db
    .updateTable('sys_second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? 'code' : null
}
