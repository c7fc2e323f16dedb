import { sql } from 'kysely'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Db } from '../../platform/store/database.ts'
import type { UserMessages } from '../../records/excel/background.ts'
import { textCondition } from '../../records/query/text-condition.ts'
import type { ReadServices } from '../../records/services.ts'
import type { SessionServices } from '../session/interface.ts'
import { type CommentedRecord, findRecord } from './place.ts'

export type MentionServices = ReadServices & {
  inbox: UserMessages
  sessions: Pick<SessionServices['sessions'], 'person'>
}

/** Maximum users whom one comment names, and maximum users that the picker shows. */
export const MAX_MENTIONED = 20
const MAX_PICKED = 10
const MAX_TEXT = 500

/** The accounts that a text names as `@姓名[account]`, each once. */
export const mentionedIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/@[^@[\]]{1,100}\[([^[\]]{1,100})\]/g)].flatMap(([, account]) => account ?? []),
  ),
]

/** The text as its readers see it: with the names of users and without their accounts. */
export const withoutAccounts = (text: string): string =>
  text.replace(/(@[^@[\]]{1,100})\[[^[\]]{1,100}\]/g, '$1')

export interface MentionedUser {
  id: string
  username: string
  realname: string
}

const isActive = sql`u.del_flag = 0 and u.status = 1`
const inSight = ({ tenantId }: SessionUser) =>
  tenantId === undefined ? sql`true` : sql`${String(tenantId)} = any(string_to_array(u.rel_tenant_ids, ','))`

/** Users whose name or account contains the words, by name; within the tenant of the asking user. */
export async function findPeople(db: Db, user: SessionUser, keyword: string): Promise<MentionedUser[]> {
  const name = { ref: sql`u.realname`, pinyin: sql`sys_pinyin(u.realname)` }
  const found =
    keyword.trim() === ''
      ? sql`true`
      : sql`(${textCondition(name, 'like', keyword)} or ${textCondition({ ref: sql`u.username` }, 'like', keyword)})`
  const { rows } = await sql<MentionedUser>`
    select u.id, u.username, u.realname from sys_user u
    where ${isActive} and ${inSight(user)} and u.id <> ${user.id} and ${found}
    order by u.realname, u.id limit ${MAX_PICKED}`.execute(db)
  return rows
}

async function readMentioned(
  db: Db,
  user: SessionUser,
  accounts: readonly string[],
  ids: readonly string[],
): Promise<MentionedUser[]> {
  if (accounts.length + ids.length === 0) return []
  const { rows } = await sql<MentionedUser>`
    select u.id, u.username, u.realname from sys_user u
    where ${isActive} and ${inSight(user)} and (u.username = any(${accounts}::text[]) or u.id = any(${ids}::text[]))`.execute(
    db,
  )
  return rows
}

/** The user as a request of the same tenant would have it; null if the user may not sign in or enter the tenant. */
async function personIn(
  { sessions }: Pick<MentionServices, 'sessions'>,
  id: string,
  { tenantId }: SessionUser,
): Promise<SessionUser | null> {
  const person = await sessions.person(id)
  if (!person || tenantId === undefined) return person
  return person.tenants?.includes(tenantId) ? { ...person, tenantId } : null
}

/**
 * Sends a message with a link to the record to the users whom the comment names and to the one whom it answers. Returns the
 * names of those who get none: they may not read the record, or there is no such user.
 */
export async function notifyMentioned(
  services: MentionServices,
  user: SessionUser,
  record: CommentedRecord,
  { text, answered }: { text: string; answered: string | null },
): Promise<string[]> {
  const accounts = mentionedIn(text).slice(0, MAX_MENTIONED)
  const found = await readMentioned(services.db.app, user, accounts, answered === null ? [] : [answered])
  const missed = accounts.filter((account) => !found.some(({ username }) => username === account))
  for (const { id, realname, username } of found) {
    if (id === user.id) continue
    const person = await personIn(services, id, user)
    const seen = person && (await findRecord(services, person, buildPlace(record)))
    if (!seen) {
      if (accounts.includes(username)) missed.push(realname)
      continue
    }
    const verb = accounts.includes(username) ? '提到了您' : '回复了您'
    await services.inbox.send({
      userId: id,
      title: `${user.realname}在「${seen.screen.title} ${seen.name}」的评论里${verb}`,
      text: withoutAccounts(text).slice(0, MAX_TEXT),
      record: { screen: seen.screen.id, id: seen.id },
    })
  }
  return missed
}

const buildPlace = ({ table, id }: CommentedRecord) => ({ tableName: table, tableDataId: id })
