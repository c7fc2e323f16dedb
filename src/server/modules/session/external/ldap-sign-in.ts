import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/store/database.ts'
import { ADVISORY_LOCKS } from '../../../platform/store/queue/advisory-locks.ts'
import type { SessionServices } from '../services.ts'
import { isAdministrator } from '../sessions/administrators.ts'
import { bindAsUser, type LdapPerson } from './ldap.ts'

const LDAP = 'ldap'

/** Whether the directory may open the account `u`: administrators keep their own passwords, and a deleted account its name. */
const isOpen = sql<boolean>`u.del_flag = 0 and not ${isAdministrator(sql.ref('u.id'))}`

/** The account of the typed name. */
async function findAccount(trx: Trx, username: string): Promise<{ id: string; isOpen: boolean } | null> {
  const { rows } = await sql<{ id: string; isOpen: boolean }>`
    select u.id, ${isOpen} as "isOpen" from sys_user u where lower(u.username) = lower(${username}) limit 1`.execute(
    trx,
  )
  return rows[0] ?? null
}

async function createAccount(trx: Trx, username: string, { name, mail }: LdapPerson): Promise<string> {
  const id = randomUUID()
  await trx
    .insertInto('sys_user')
    .values({
      id,
      username,
      realname: name.slice(0, 100),
      password: '-',
      email: mail?.slice(0, 100) ?? null,
      create_by: LDAP,
    })
    .execute()
  return id
}

/** The user of an entry: the linked one, else the account of the same name, else a new one where the settings allow it. */
async function userOfEntry(
  trx: Trx,
  username: string,
  person: LdapPerson,
  mayCreate: boolean,
): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.people})`.execute(trx)
  const linked = await trx
    .selectFrom('sys_third_account as a')
    .innerJoin('sys_user as u', 'u.id', 'a.user_id')
    .select('a.user_id')
    .where('a.type', '=', LDAP)
    .where('a.third_id', '=', person.entryId)
    .where(isOpen)
    .executeTakeFirst()
  if (linked) return linked.user_id
  const account = await findAccount(trx, username)
  if (!(account?.isOpen ?? mayCreate)) return null
  const userId = account?.id ?? (await createAccount(trx, username, person))
  const link = await trx
    .insertInto('sys_third_account')
    .values({ type: LDAP, third_id: person.entryId, user_id: userId, nickname: person.name.slice(0, 100) })
    // The account belongs to another entry already.
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return link?.user_id ?? null
}

/** The id of the user whose name and password the directory of the settings accepts; null: none. */
export async function userByLdap(
  { db, settings, log }: Pick<SessionServices, 'db' | 'settings' | 'log'>,
  username: string,
  password: string,
): Promise<string | null> {
  const values = await settings.read()
  if (values.ldapUrl === '') return null
  try {
    const searchPassword = await settings.readSecret('ldapPassword')
    const person = await bindAsUser(values, searchPassword, username, password)
    if (!person) return null
    const mayCreate = values.ldapAccounts === 'create' && /^[A-Za-z0-9][A-Za-z0-9._-]{1,49}$/.test(username)
    return await db.write((trx) => userOfEntry(trx, username, person, mayCreate))
  } catch (error) {
    // Counted like a wrong password, so that a directory that is down allows no unlimited guesses.
    log.warn({ err: error }, 'the directory did not answer')
    return null
  }
}
