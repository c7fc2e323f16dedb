import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { FieldRules } from '../../../documents/access/field-rules.ts'
import type { Config } from '../../../platform/config.ts'
import { findExcess, type RowBounds } from '../../../platform/http/limits/beyond.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Authenticator, EndedSessions } from '../../../platform/services.ts'
import { currentTime, now, secondsFromNow } from '../../../platform/store/clock.ts'
import type { Database } from '../../../platform/store/database.ts'
import { runAsServer } from '../../../platform/store/requester.ts'
import { permissionChannel } from '../../permission/interface.ts'
import { readPerson } from './people.ts'
import { isSessionOpen, sessionEnd } from './session-end.ts'

export interface Sessions extends Authenticator {
  /** Opens a session; the answer is its token, which is stored nowhere. */
  open(userId: string, from: { ip: string; agent: string }): Promise<string>
  end(session: string): Promise<void>
  /** Ends all sessions of a user, `except` one (a password change keeps its own session). */
  endAll(userId: string, except?: string): Promise<void>
  /** The user for the guard; null when the user is deleted or frozen. */
  person(userId: string): Promise<SessionUser | null>
  /** Must be called after a user's row, department or roles changed. */
  userChanged(userId: string): Promise<void>
}

interface Person {
  user: SessionUser
  /** The time (ms) at which a tenant of the user opens or closes. */
  until: number
}

interface Cached {
  userId: string
  /** The time (ms) after which the database is queried again. */
  until: number
  /** Whether the next use must be stored. */
  isDue: boolean
}

const endedChannel = 'session_ended'
const userChannel = 'user_changed'
const MAX_CACHED = 20_000
/** Maximum number of cached invalid tokens, and the milliseconds for which they are cached. */
const MAX_UNKNOWN = 10_000
const UNKNOWN_FOR = 60_000

export const digest = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Opaque tokens: 256 random bits for the client, their sha256 in the table, times compared by the database's clock. */
export async function openSessions(
  db: Database,
  config: Config,
  rowBounds: RowBounds,
  fieldRules: Pick<FieldRules, 'withCodes'>,
): Promise<Sessions> {
  const { sessionIdle: idle, sessionMax: longest } = config
  // The last use is written at most once a minute; with a short idle time (tests), more often.
  const touchEvery = Math.min(60, idle / 4)
  const trust = Math.min(10, touchEvery) * 1000

  const cached = new Map<string, Cached>()
  /** Digests of invalid tokens, with the time (ms) until which the database is not queried again. */
  const unknown = new Map<string, number>()
  const rememberUnknown = (session: string) => {
    unknown.delete(session)
    unknown.set(session, Date.now() + UNKNOWN_FOR)
    const [oldest] = unknown.keys()
    if (unknown.size > MAX_UNKNOWN && oldest !== undefined) unknown.delete(oldest)
  }
  const people = new Map<string, Promise<Person | null>>()
  const listeners = new Set<(ended: EndedSessions) => void>()
  const forgetAll = () => {
    cached.clear()
    unknown.clear()
    people.clear()
  }

  const forget = ({ session, userId, except }: EndedSessions) => {
    if (session) cached.delete(session)
    if (userId)
      for (const [key, { userId: owner }] of cached)
        if (owner === userId && key !== except) cached.delete(key)
  }
  await db.listen(
    endedChannel,
    (payload) => {
      const ended: EndedSessions = JSON.parse(payload)
      forget(ended)
      for (const listener of listeners) listener(ended)
    },
    forgetAll,
  )
  await db.listen(userChannel, (userId) => void people.delete(userId))
  await db.listen(
    permissionChannel,
    (userId) => void (userId === '' ? people.clear() : people.delete(userId)),
  )

  const remember = (session: string, entry: Cached) => {
    if (cached.size > MAX_CACHED) cached.clear()
    cached.set(session, entry)
  }

  const person = async (userId: string): Promise<Person | null> => {
    const pending = people.get(userId)
    if (pending) {
      const found = await pending
      if ((found?.until ?? Number.POSITIVE_INFINITY) > currentTime().getTime()) return found
      if (people.get(userId) === pending) people.delete(userId)
    }
    return await (people.get(userId) ?? readAgain(userId))
  }
  const readAgain = (userId: string): Promise<Person | null> => {
    if (people.size > MAX_CACHED) people.clear()
    const reading = runAsServer(() => readPerson(db.app, userId))
    people.set(userId, reading)
    reading.catch(() => people.delete(userId))
    return reading
  }

  const withCodes = async (userId: string): Promise<SessionUser | null> => {
    const found = await person(userId)
    return found && fieldRules.withCodes(found.user)
  }

  const touch = (session: string) =>
    db.app.updateTable('sys_session').set({ last_seen: now }).where('token', '=', session).execute()

  /** Checks the session in the database. */
  const loadSession = async (session: string): Promise<Cached | null> => {
    const { rows } = await sql<{ userId: string; left: number; quiet: number }>`
      select user_id as "userId",
        extract(epoch from ${sessionEnd(config)} - now())::float8 as left,
        extract(epoch from now() - last_seen)::float8 as quiet
      from sys_session where token = ${session}`.execute(db.app)
    const row = rows[0]
    if (!row || row.left <= 0) return null
    const until = Date.now() + Math.min(trust, row.left * 1000)
    return { userId: row.userId, until, isDue: row.quiet >= touchEvery }
  }

  const find: Sessions['find'] = async (token, isUse = true) => {
    if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null
    const session = digest(token)
    if ((unknown.get(session) ?? 0) > Date.now()) return null
    let entry = cached.get(session) ?? null
    if (!entry || entry.until <= Date.now()) {
      entry = await loadSession(session)
      if (!entry) {
        cached.delete(session)
        rememberUnknown(session)
        return null
      }
      remember(session, entry)
    }
    if (isUse && entry.isDue) {
      entry.isDue = false
      await touch(session)
    }
    const found = await person(entry.userId)
    return found && { user: fieldRules.withCodes(found.user), session }
  }

  const tell = async (ended: EndedSessions) => {
    forget(ended)
    await db.notify(endedChannel, JSON.stringify(ended))
  }

  return {
    find,
    excess: (viewer, viewed) =>
      findExcess(fieldRules.withCodes(viewer), fieldRules.withCodes(viewed), rowBounds),
    isKnown: (token) => cached.has(digest(token)),
    async open(userId, { ip, agent }) {
      const token = randomBytes(32).toString('base64url')
      remember(digest(token), { userId, until: 0, isDue: false })
      await db.app
        .insertInto('sys_session')
        .values({
          token: digest(token),
          user_id: userId,
          ip,
          agent: agent.slice(0, 300),
          expires: secondsFromNow(longest),
        })
        .execute()
      return token
    },
    async end(session) {
      await db.app.deleteFrom('sys_session').where('token', '=', session).execute()
      await tell({ session })
    },
    async endAll(userId, except) {
      await db.app
        .deleteFrom('sys_session')
        .where('user_id', '=', userId)
        .where('token', '!=', except ?? '')
        .execute()
      await tell({ userId, ...(except && { except }) })
    },
    async viewed(session, view) {
      const { rows } = await sql<{ userId: string }>`
        select user_id as "userId" from sys_session_view where id = ${view} and session = ${session}`.execute(
        db.app,
      )
      const [found] = rows
      return found ? await withCodes(found.userId) : null
    },
    async findEnded(tokens) {
      const { rows } = await sql<{ token: string }>`
        select token from unnest(${[...tokens]}::text[]) token
        where not exists (select 1 from sys_session s where s.token = token.token and ${isSessionOpen(config, 's')})`.execute(
        db.app,
      )
      return rows.map(({ token }) => token)
    },
    person: withCodes,
    onEnd: (listener) => void listeners.add(listener),
    async userChanged(userId) {
      people.delete(userId)
      await db.notify(userChannel, userId)
    },
  }
}
