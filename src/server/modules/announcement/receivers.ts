import { sql } from 'kysely'
import Type from 'typebox'
import type { Db } from '../../platform/store/database.ts'
import { splitList } from '../../records/query/grammar.ts'

/** Persons to whom one run of a job sends messages. */
export const MAX_RECEIVERS = 500

const list = Type.Optional(Type.String({ maxLength: 4000 }))

/** The parameters of a job that name its receivers: accounts and ids of roles, each separated by commas. */
export const receiverShape = { receivers: list, receiverRoles: list }

export interface Receivers {
  receivers?: string
  receiverRoles?: string
}

/** Why the parameters name nobody; undefined where they name some. */
export const receiverFault = ({ receivers, receiverRoles }: Receivers) =>
  receivers === undefined && receiverRoles === undefined
    ? { key: 'receivers', text: '请选接收人或接收角色' }
    : undefined

/** The ids of the active users among the receivers; throws where they are too many for one run. */
export async function findReceivers(
  db: Db,
  { receivers = '', receiverRoles = '' }: Receivers,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from sys_user u
    where u.del_flag = 0 and u.status = 1 and (u.username = any(${splitList(receivers)}::text[])
      or exists (select 1 from sys_user_role ur
        where ur.user_id = u.id and ur.role_id = any(${splitList(receiverRoles)}::text[])))
    order by u.id limit ${MAX_RECEIVERS + 1}`.execute(db)
  if (rows.length > MAX_RECEIVERS) throw new Error(`接收人超过 ${MAX_RECEIVERS} 个，请少选一些`)
  return rows.map(({ id }) => id)
}
