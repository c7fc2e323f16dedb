import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/store/database.ts'

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
  // A deleted user's name remains taken, because the column is unique.
  const alive = column === 'username' ? sql`` : sql`and del_flag = 0`
  const { rows } = await sql`select 1 from sys_user
    where lower(${sql.ref(column)}) = ${lower} and id <> ${exceptId} ${alive} limit 1`.execute(db)
  return rows.length > 0
}

const peopleLock = 712_604_302

/** Serialises changes, so that no other user takes a name, phone or address between the check and the write. */
export async function lockPeople(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${peopleLock})`.execute(trx)
}
