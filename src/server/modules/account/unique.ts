import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/store/database.ts'
import { ADVISORY_LOCKS } from '../../platform/store/queue/advisory-locks.ts'

/** Names that the server uses as authors of its own rows. */
const reserved = new Set(['system', 'register'])

/** Whether an existing user has the value; `exceptId` excludes the user's own row. Names must differ in more than case. */
export async function isTaken(
  db: Db,
  column: 'username' | 'phone' | 'email',
  value: string,
  exceptId = '',
): Promise<boolean> {
  const lower = value.toLowerCase()
  if (column === 'username' && reserved.has(lower)) return true
  let owners = db
    .selectFrom('sys_user')
    .select('id')
    .where((where) => where(where.fn<string>('lower', [column]), '=', lower))
    .where('id', '<>', exceptId)
    .limit(1)
  // A deleted user's name remains taken, because the column is unique.
  if (column !== 'username') owners = owners.where('del_flag', '=', 0)
  return (await owners.executeTakeFirst()) !== undefined
}

/** Serialises changes, so that no other user takes a name, phone or address between the check and the write. */
export async function lockPeople(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.people})`.execute(trx)
}
