import { sql } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { readSettings } from '../../setting/interface.ts'
import { type Names, passwordFault, ruleFault, verifyPassword } from './passwords.ts'

/** Whether the password is one of the user's last `count` passwords, the current one included. */
async function isFormer(db: Db, userId: string, password: string, count: number): Promise<boolean> {
  const { rows } = await sql<{ hash: string }>`
    select hash from (
      select password as hash, now() as time from sys_user where id = ${userId}
      union all select hash, time from sys_password_history where user_id = ${userId}) h
    order by time desc limit ${count}`.execute(db)
  for (const { hash } of rows) if (await verifyPassword(hash, password)) return true
  return false
}

/** The reason why a new password is refused by the settings, or null. `userId` is absent for a new user. */
export async function newPasswordFault(
  db: Db,
  names: Names,
  { password, username, userId }: { password: string; username: string; userId?: string },
): Promise<string | null> {
  const { policyLength, policyKinds, policyHistory } = await readSettings(db)
  const fault = passwordFault(password, username, names, { length: policyLength, kinds: policyKinds })
  if (fault !== null || userId === undefined || policyHistory === 0) return fault
  return (await isFormer(db, userId, password, policyHistory))
    ? `不能使用最近 ${policyHistory} 次用过的密码`
    : null
}

/**
 * Judges the right password of a sign-in by the settings: true when it is older than they allow, or too short or too simple
 * for them. The user may do nothing but change it then.
 */
export async function expirePassword(db: Db, userId: string, password: string): Promise<boolean> {
  const { policyLength, policyKinds, policyDays } = await readSettings(db)
  const rule = { length: policyLength, kinds: policyKinds }
  // Rules of the product itself are newer than some passwords; only what administrators set counts here.
  const isWeak = ruleFault(password, rule) !== null
  const { numUpdatedRows } = await db
    .updateTable('sys_user')
    .set({ password_expired: true })
    .where('id', '=', userId)
    .where('password_expired', '=', false)
    .where(
      sql<boolean>`(${isWeak} or (${policyDays} > 0 and password_time < now() - make_interval(days => ${policyDays})))`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
