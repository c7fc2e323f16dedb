import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { now } from '../../../platform/store/clock.ts'
import type { Db } from '../../../platform/store/database.ts'

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
  let device = db
    .selectFrom('sys_sign_in_place as p')
    .innerJoin('sys_user as u', 'u.id', 'p.user_id')
    .select('u.id')
    .where('p.place', '=', deviceKey(place))
    .where('u.del_flag', '=', 0)
    .limit(1)
  if (name !== undefined)
    device = device.where((where) => where.or([where('u.username', '=', name), where('u.phone', '=', name)]))
  return (await device.executeTakeFirst()) !== undefined
}

/** Whether the user signed in from the device before. */
export async function hasSignedInFrom(db: Db, userId: string, place: Device): Promise<boolean> {
  const row = await db
    .selectFrom('sys_sign_in_place')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('place', '=', deviceKey(place))
    .executeTakeFirst()
  return row !== undefined
}

/** Days for which a device is known after its last use. */
export const KNOWN_DEVICE_DAYS = 180

/** Stores the device. Returns true when the user has other known devices and this one is new. */
export async function rememberDevice(db: Db, userId: string, place: Device): Promise<boolean> {
  const seen = { ip: place.ip.slice(0, 100), agent: place.agent.slice(0, 300) }
  const row = await db
    .insertInto('sys_sign_in_place')
    .values({ user_id: userId, place: deviceKey(place), ...seen })
    .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet({ last: now, ...seen }))
    .returning(
      // A row that the statement updated has an `xmax`; the rows from before the statement are those of other devices.
      sql<boolean>`xmax = 0 and exists (select 1 from sys_sign_in_place where user_id = ${userId})`.as(
        'isStrange',
      ),
    )
    .executeTakeFirst()
  return row?.isStrange ?? false
}
