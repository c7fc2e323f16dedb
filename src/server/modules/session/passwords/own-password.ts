import type { Db } from '../../../platform/store/database.ts'
import { forget, type Limit, limit } from './counters.ts'
import { verifyPassword } from './passwords.ts'

const tries: Limit = { scope: 'own password', most: 5, minutes: 10 }

/**
 * Whether this is the user's own password. The number of guesses is limited, for the case of an unattended screen.
 * Always false for a user without a password (who signs in by CAS, for example).
 */
export async function isOwnPassword(db: Db, userId: string, password: string): Promise<boolean> {
  await limit(db, tries, userId)
  const row = await db.selectFrom('sys_user').select('password').where('id', '=', userId).executeTakeFirst()
  const right = await verifyPassword(row?.password ?? null, password)
  if (right) await forget(db, tries, userId)
  return right
}
