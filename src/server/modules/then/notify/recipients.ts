import { sql } from 'kysely'
import type { Scope } from '#runtime/kernel/expression.ts'
import type { ConsequenceSettings } from '#runtime/schema/kinds/screen/then/shapes.ts'
import type { Trx } from '../../../platform/store/database.ts'
import { computeValue } from '../../../records/then/computed-values.ts'
import { type Notify, notifyDefaults } from '../../session/interface.ts'
import { listTexts } from '../written.ts'

/** Persons to whom one entry sends a message. */
const MAX_RECIPIENTS = 100

export interface Recipient {
  id: string
  username: string
  realname: string
  email: string | null
  phone: string | null
  notify: Notify
}

type RecipientRow = Omit<Recipient, 'notify'> & { notify: Partial<Notify> | null }
const asRecipient = ({ notify, ...row }: RecipientRow): Recipient => ({
  ...row,
  notify: { ...notifyDefaults, ...notify },
})

const computeTexts = (values: readonly string[] = [], scope: Scope): string[] =>
  values.flatMap((value) => listTexts(computeValue(value, scope)))

/** The accounts and ids of users that the entry names one by one. */
export const listNamed = ({ users }: ConsequenceSettings<'notify'>['to'], scope: Scope): string[] =>
  computeTexts(users, scope)

/** The active users whom the entry names, except the one who made the change. */
export async function findRecipients(
  trx: Trx,
  to: ConsequenceSettings<'notify'>['to'],
  scope: Scope,
  author: string,
): Promise<Recipient[]> {
  const { roles = [], departs } = to
  const named = listNamed(to, scope)
  const { rows } = await sql<RecipientRow>`
    select u.id, u.username, u.realname, u.email, u.phone, u.notify from sys_user u
    where u.del_flag = 0 and u.status = 1 and u.id <> ${author} and (
      u.username = any(${named}::text[]) or u.id = any(${named}::text[])
      or exists (select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
        where ur.user_id = u.id and r.role_code = any(${roles}::text[]))
      or exists (select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
        where ud.user_id = u.id and d.org_code = any(${computeTexts(departs, scope)}::text[])))
    order by u.id limit ${MAX_RECIPIENTS}`.execute(trx)
  return rows.map(asRecipient)
}

/** The active users with these ids. */
export async function readRecipients(trx: Trx, ids: readonly string[]): Promise<Recipient[]> {
  const { rows } = await sql<RecipientRow>`
    select id, username, realname, email, phone, notify from sys_user
    where del_flag = 0 and status = 1 and id = any(${ids}::text[]) order by id`.execute(trx)
  return rows.map(asRecipient)
}
