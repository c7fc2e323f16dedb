import { sql } from 'kysely'
import { type AuthLists, decide } from '#runtime/access/decide.ts'
import { application } from '#server/app/application.ts'
import { holds } from '#server/platform/http/requests/user.ts'
import type { Db } from '#server/platform/store/database.ts'
import { createTestServer } from '../../support/test-server.ts'
import { type Budget, median } from '../measure/budget.ts'

const ROLES = 30
const ENTRIES = 300
const BUTTONS = 5
const ROUNDS = 40
const DECISIONS = 200_000

const userId = 'bench'
const address = '/sys/permission/getUserPermissionByToken'

/** A user with 30 roles, who hold 300 menu entries in ten groups, with five buttons each. */
async function fill(db: Db): Promise<void> {
  await sql`insert into sys_user (id, username, realname, password, org_code)
    values (${userId}, ${userId}, '测试', '-', 'A01')`.execute(db)
  await sql`insert into sys_permission (id, parent_id, name, url, component, menu_type)
    select 'bench-group' || n, '', '组' || n, '/group' || n, 'layouts/RouteView', 0 from generate_series(0, 9) n`.execute(
    db,
  )
  await sql`insert into sys_permission (id, parent_id, name, url, component, menu_type, sort_no)
    select 'bench/entry' || n, 'bench-group' || n % 10, '界面' || n, '/bench/' || n, 'bench/Entry' || n, 1, n
    from generate_series(1, ${ENTRIES}::int) n`.execute(db)
  await sql`insert into sys_permission (id, parent_id, name, menu_type, perms, perms_type)
    select 'bench:' || n || ':' || b, 'bench/entry' || n, '按钮' || b, 2, 'bench:' || n || ':' || b, '1'
    from generate_series(1, ${ENTRIES}::int) n, generate_series(1, ${BUTTONS}::int) b`.execute(db)
  await sql`insert into sys_role (id, role_code, role_name)
    select 'bench' || r, 'bench' || r, '角色' || r from generate_series(1, ${ROLES}::int) r`.execute(db)
  await sql`insert into sys_user_role (user_id, role_id)
    select ${userId}, 'bench' || r from generate_series(1, ${ROLES}::int) r`.execute(db)
  // Each role holds every third entry, so that the roles overlap as they do in practice.
  await sql`insert into sys_role_permission (role_id, permission_id)
    select 'bench' || r, p.id from generate_series(1, ${ROLES}::int) r, sys_permission p
    where p.id like 'bench%' and (p.menu_type = 0 or abs(hashtext(p.id)) % 3 = r % 3)`.execute(db)
}

/** The median of the milliseconds; `prepare` runs before each round and is not counted. */
async function measured(
  rounds: number,
  work: () => Promise<unknown>,
  prepare?: () => Promise<void>,
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await prepare?.()
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}

/** Microseconds of one call. */
function measureEach(calls: number, work: (at: number) => unknown): number {
  for (let at = 0; at < 2000; at++) work(at)
  const start = performance.now()
  for (let at = 0; at < calls; at++) work(at)
  return ((performance.now() - start) * 1000) / calls
}

/** The permissions and the menu of a user with many roles, and single decisions of the server and of the page. */
export async function benchAccess(): Promise<Budget[]> {
  const { services, app, close } = await createTestServer({
    application,
    prepare: async ({ db }) => fill(db.app),
  })
  try {
    await services.permissions.changed()
    const token = await services.sessions.open(userId, { ip: '127.0.0.1', agent: 'bench' })
    const read = async () => {
      const reply = await app.inject({ method: 'GET', url: address, headers: { 'x-access-token': token } })
      if (reply.statusCode !== 200) throw new Error(`HTTP ${reply.statusCode}`)
      return reply
    }
    const lists = (await read()).json<{ result: AuthLists }>().result
    const forgotten = await measured(ROUNDS, read, () => services.sessions.userChanged(userId))
    const known = await measured(ROUNDS, read)
    const codes = Array.from({ length: 997 }, (_, at) => `bench:${(at % ENTRIES) + 1}:${(at % BUTTONS) + 1}`)
    const user = (await services.sessions.find(token))?.user
    if (!user) throw new Error('no user')
    const codeAt = (at: number) => codes[at % codes.length] ?? ''
    return [
      {
        name: `permissions and menu, ${ROLES} roles and ${ENTRIES} entries, after a change`,
        value: forgotten,
        limit: 20,
        unit: 'ms',
      },
      { name: 'permissions and menu, cached user', value: known, limit: 20, unit: 'ms' },
      {
        name: 'a decision of the page',
        value: measureEach(DECISIONS, (at) => decide(codeAt(at), lists, 'visible')),
        limit: 5,
        unit: 'µs',
      },
      {
        name: 'a decision of the server',
        value: measureEach(DECISIONS, (at) => holds(user, codeAt(at))),
        limit: 5,
        unit: 'µs',
      },
    ]
  } finally {
    await close()
  }
}
