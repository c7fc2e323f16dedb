import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { FoundKey, KeyAuthenticator } from '../../platform/services.ts'
import type { Db } from '../../platform/store/database.ts'
import type { CoreServices } from '../define-module.ts'
import { limitUser } from './scope.ts'

/** The id of the screen. */
export const apiKeyId = 'system/api-key'
export const keyTable = 'sys_api_key'
/** The beginning of each secret, by which a search in sources finds one that was left there. */
const MARK = 'gzk_'
const SHOWN = MARK.length + 6

const secretPattern = new RegExp(`^${MARK}[A-Za-z0-9_-]{43}$`)
const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** A new secret; `prefix` is what may be shown of it. */
export function createSecret(): { secret: string; hash: string; prefix: string } {
  const secret = `${MARK}${randomBytes(32).toString('base64url')}`
  return { secret, hash: digest(secret), prefix: `${secret.slice(0, SHOWN)}…` }
}

/** The ids of the screens of a key, as they are typed or stored. */
export const listScreenIds = (screens: string): string[] => screens.split(',').map((id) => id.trim())

interface StoredKey {
  id: string
  name: string
  screens: string
  rights: string
  userId: string
  /** Whether the use of this minute is not stored yet. */
  isDue: boolean
}

async function readKey(db: Db, secret: string): Promise<StoredKey | undefined> {
  const { rows } = await sql<StoredKey>`
    select k.id, k.name, k.screens, k.rights, s.user_id as "userId",
      k.used_time is null or k.used_time < localtimestamp - interval '1 minute' as "isDue"
    from sys_api_secret s join sys_api_key k on k.id = s.key_id
    where s.hash = ${digest(secret)} and k.state = 'active' and k.expire_time > localtimestamp`.execute(db)
  return rows[0]
}

/** Finds the keys of programs; each request reads the key again, so that its end is effective at once. */
export const openApiKeys = ({
  db,
  documents,
  sessions,
}: Pick<CoreServices, 'db' | 'documents' | 'sessions'>): KeyAuthenticator => ({
  async find(secret, ip): Promise<FoundKey | null> {
    const key = secretPattern.test(secret) ? await readKey(db.app, secret) : undefined
    const owner = key && (await sessions.person(key.userId))
    if (!key || !owner) return null
    if (key.isDue)
      await sql`update sys_api_key set used_time = localtimestamp, used_ip = ${ip.slice(0, 100)} where id = ${key.id}`.execute(
        db.app,
      )
    const found = listScreenIds(key.screens).flatMap((id) => documents.screen(id)?.document ?? [])
    // A key manages no keys, whatever was stored.
    const screens = found.filter(({ table }) => table.name !== keyTable)
    const user = limitUser(owner, screens, new Set(key.rights.split(',')))
    return { id: key.id, name: key.name, user }
  },
})
