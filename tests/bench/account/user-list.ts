import { sql } from 'kysely'
import { application } from '#server/app/application.ts'
import type { Db } from '#server/platform/store/database.ts'
import { createTestServer } from '../../support/test-server.ts'
import { recordStatements } from '../../unit/server/statements.ts'
import type { Budget } from '../measure/budget.ts'
import { databaseTime } from '../measure/database-time.ts'

const USERS = 100_000
const DEPARTS = 50
const userId = 'bench7'

/** Users of 50 departments, and a role that sees the users of the own department only. */
async function fill(db: Db): Promise<void> {
  const code = sql`'D' || lpad((1 + i % ${DEPARTS}::int)::text, 2, '0')`
  await sql`insert into sys_user (id, username, realname, password, org_code, sex, status, phone, work_no)
    select 'bench' || i, 'u' || left(md5(i::text), 11),
      (array['王', '李', '张', '刘', '陈', '杨', '赵'])[1 + i / 50 % 7]
        || (array['文', '明', '华', '建', '国', '敏', '静'])[1 + i / 350 % 7],
      '-', ${code}, 1 + i / 50 % 2, case when i % 20 = 0 then 2 else 1 end, '138' || lpad(i::text, 8, '0'), 'G' || i
    from generate_series(1, ${USERS}::int) i`.execute(db)
  await sql`insert into sys_role (id, role_code, role_name) values ('bench', 'bench', '测试')`.execute(db)
  await sql`insert into sys_role_permission (role_id, permission_id)
    select 'bench', id from sys_permission where perms like 'user:%' or id = 'system/user'`.execute(db)
  await sql`insert into sys_permission_data_rule
      (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
    values ('bench', 'system/user', '本部门', 'orgCode', '=', '#{sys_org_code}', '1')`.execute(db)
  await sql`insert into sys_role_data_rule (role_id, permission_id, rule_id)
    values ('bench', 'system/user', 'bench')`.execute(db)
  await sql`insert into sys_user_role (user_id, role_id) values (${userId}, 'bench')`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** The list of users over 100,000 users, with a data rule and two filters. */
export async function benchUserList(): Promise<Budget[]> {
  const { test, services, app, close } = await createTestServer({ application })
  try {
    await fill(test.db.owner)
    await services.permissions.changed()
    const token = await services.sessions.open(userId, { ip: '127.0.0.1', agent: 'bench' })
    const measured = async (name: string, query: string): Promise<Budget> => {
      const read = async () => {
        const url = `/sys/user/list?pageSize=10&${encodeURI(query)}`
        const reply = await app.inject({ url, headers: { 'x-access-token': token } })
        const total = reply.json<{ result: { total: number } | null }>().result?.total ?? 0
        if (total === 0 || total > USERS / DEPARTS) throw new Error(`${query}: ${total} users`)
      }
      await read()
      const statements = await recordStatements(read)
      const value = await databaseTime(test.db.owner, statements)
      return { name: `user list, ${USERS} users, data rule, ${name}`, value, limit: 10, unit: 'ms' }
    }
    return [
      await measured('sex and state', 'sex=1&status=1'),
      await measured('name and state', 'realname=*李*&status=1'),
      await measured('a text that every account contains, and state', 'username=*u*&status=1'),
      await measured(
        'name and state, sorted by time',
        'realname=*李文*&status=1&column=createTime&order=desc',
      ),
    ]
  } finally {
    await close()
  }
}
