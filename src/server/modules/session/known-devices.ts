import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'

/** Where a request comes from. */
export interface Device {
  ip: string
  agent: string
}

/** Names a device by its address and browser. Browsers change their version every few weeks; that makes no new device. */
export const deviceKey = ({ ip, agent }: Device): string =>
  createHash('sha256')
    .update(`${ip}\n${agent.replace(/[\d.]+/g, '')}`)
    .digest('hex')

/** Whether somebody of this name or phone signed in from there before; without a name, whether anybody did. */
export async function isKnownDevice(db: Db, name: string | undefined, place: Device): Promise<boolean> {
  const isOwner = name === undefined ? sql`true` : sql`(u.username = ${name} or u.phone = ${name})`
  const { rows } = await sql`select 1 from sys_sign_in_place p join sys_user u on u.id = p.user_id
    where p.place = ${deviceKey(place)} and ${isOwner} and u.del_flag = 0 limit 1`.execute(db)
  return rows.length > 0
}

/** How long a place is known after its last use. */
export const KNOWN_DEVICE_DAYS = 180

/** True: signed in from elsewhere before, and now from here for the first time. */
export async function rememberDevice(db: Db, userId: string, place: Device): Promise<boolean> {
  const { rows } = await sql<{ strange: boolean }>`
    insert into sys_sign_in_place (user_id, place) values (${userId}, ${deviceKey(place)})
    on conflict (user_id, place) do update set last = now()
    returning xmax = 0 and exists (select 1 from sys_sign_in_place where user_id = ${userId}) as strange`.execute(
    db,
  )
  return rows[0]?.strange ?? false
}
