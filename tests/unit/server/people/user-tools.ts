import type { TestServer } from './test-server.ts'

export type Values = Record<string, unknown>

/** Makes users by the form of administrators, and grants codes to roles. */
export function userTools(server: () => TestServer) {
  const password = 'lantern-orchid-9'
  let made = 0
  /** The body of a form with values that no other user has. */
  const form = (more: Values = {}): Values => {
    made += 1
    return {
      username: `staff${made}`,
      password,
      confirmpassword: password,
      realname: `职员${made}`,
      workNo: `G${made}`,
      phone: `1380000${String(1000 + made)}`,
      selectedroles: 'reader',
      selecteddeparts: 'A01A02',
      ...more,
    }
  }
  const add = (more: Values = {}, who = 'admin') => server().send(who, 'POST', '/sys/user/add', form(more))
  const added = async (more: Values = {}): Promise<Values> => {
    const { body } = await add(more)
    if (!body.success) throw new Error(JSON.stringify(body))
    return body.result
  }
  const grant = async (role: string, codes: readonly string[]) => {
    const { db, permissions } = server().services
    for (const permission_id of codes)
      await db.app
        .insertInto('sys_role_permission')
        .values({ role_id: role, permission_id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await permissions.changed()
  }
  return { password, form, add, added, grant }
}
