import type { Db } from '../../platform/store/database.ts'
import { forget, type Limit, limit } from './counters.ts'
import { verifyPassword } from './passwords.ts'

const tries: Limit = { scope: 'own password', most: 5, minutes: 10 }

/**
 * Whether this is the user's own password. Somebody at an open screen gets a few guesses, not any number.
 * Who has no password (and signs in by CAS, say) is never right.
 */
export async function isOwnPassword(db: Db, userId: string, password: string): Promise<boolean> {
  await limit(db, tries, userId)
  const row = await db.selectFrom('sys_user').select('password').where('id', '=', userId).executeTakeFirst()
  const right = await verifyPassword(row ? String(row.password) : null, password)
  if (right) await forget(db, tries, userId)
  return right
}
