import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'

/** The source of a request. */
export interface Device {
  ip: string
  agent: string
}

/** The key of a device by its address and browser, without the browser's version, which changes every few weeks. */
export const deviceKey = ({ ip, agent }: Device): string =>
  createHash('sha256')
    .update(`${ip}\n${agent.replace(/[\d.]+/g, '')}`)
    .digest('hex')

/** Whether a user with this name or phone signed in from the device before; without a name, whether any user did. */
export async function isKnownDevice(db: Db, name: string | undefined, place: Device): Promise<boolean> {
  const isOwner = name === undefined ? sql`true` : sql`(u.username = ${name} or u.phone = ${name})`
  const { rows } = await sql`select 1 from sys_sign_in_place p join sys_user u on u.id = p.user_id
    where p.place = ${deviceKey(place)} and ${isOwner} and u.del_flag = 0 limit 1`.execute(db)
  return rows.length > 0
}

/** Days for which a device is known after its last use. */
export const KNOWN_DEVICE_DAYS = 180

/** Stores the device. Returns true when the user has other known devices and this one is new. */
export async function rememberDevice(db: Db, userId: string, place: Device): Promise<boolean> {
  const { rows } = await sql<{ strange: boolean }>`
    insert into sys_sign_in_place (user_id, place) values (${userId}, ${deviceKey(place)})
    on conflict (user_id, place) do update set last = now()
    returning xmax = 0 and exists (select 1 from sys_sign_in_place where user_id = ${userId}) as strange`.execute(
    db,
  )
  return rows[0]?.strange ?? false
}
