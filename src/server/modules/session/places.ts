import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../store/database.ts'

/** Where a request comes from. */
export interface Place {
  ip: string
  agent: string
}

/** Browsers change their version every few weeks; that makes no new device. */
const placeOf = ({ ip, agent }: Place): string =>
  createHash('sha256')
    .update(`${ip}\n${agent.replace(/[\d.]+/g, '')}`)
    .digest('hex')

/** Whether somebody of this name or phone signed in from there before. */
export async function isKnownPlace(db: Db, name: string, place: Place): Promise<boolean> {
  const { rows } = await sql`select 1 from sys_sign_in_place p join sys_user u on u.id = p.user_id
    where (u.username = ${name} or u.phone = ${name}) and u.del_flag = 0 and p.place = ${placeOf(place)}`.execute(
    db,
  )
  return rows.length > 0
}

const keepDays = 180

/** True: signed in from elsewhere before, and now from here for the first time. */
export async function rememberPlace(db: Db, userId: string, place: Place): Promise<boolean> {
  await sql`delete from sys_sign_in_place
    where user_id = ${userId} and last < now() - make_interval(days => ${keepDays})`.execute(db)
  const { rows } = await sql<{ strange: boolean }>`
    insert into sys_sign_in_place (user_id, place) values (${userId}, ${placeOf(place)})
    on conflict (user_id, place) do update set last = now()
    returning xmax = 0 and exists (select 1 from sys_sign_in_place where user_id = ${userId}) as strange`.execute(
    db,
  )
  return rows[0]?.strange ?? false
}
