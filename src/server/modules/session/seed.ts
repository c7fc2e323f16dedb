import { randomUUID } from 'node:crypto'
import { adminRole } from '#runtime/access/admin-role.ts'
import type { Config } from '../../platform/config.ts'
import type { Database, Trx } from '../../platform/store/database.ts'
import { lockSchema } from '../../platform/store/migrate.ts'
import { demoRoles, seedMenu } from '../permission/interface.ts'
import { generatePassword, hashPassword, passwordFault } from './passwords/passwords.ts'
import { appointAdministrator } from './sessions/administrators.ts'

/** A user created by this start, with the password to report. */
export interface FirstPassword {
  username: string
  password: string
  /** From the environment: final, and not printed. */
  isConfigured: boolean
}

interface Person {
  username: string
  realname: string
  role: string
  depart: string
  password: string | undefined
  phone?: string
}

const departs = [
  { id: 'A01', name: '省地方志馆', parent: '', category: '1', type: '1' },
  { id: 'A01A01', name: '采编部', parent: 'A01', category: '2', type: '2' },
  { id: 'A01A02', name: '典藏部', parent: 'A01', category: '2', type: '2' },
  { id: 'A01A03', name: '办公室', parent: 'A01', category: '2', type: '2' },
]

const people = (config: Config): Person[] => {
  const { adminPassword, demoPassword } = config
  const admin = {
    username: 'admin',
    realname: '系统管理员',
    role: adminRole,
    depart: 'A01A03',
    password: adminPassword,
  }
  if (!config.demo) return [admin]
  const demo = { depart: 'A01A01', password: demoPassword }
  return [
    admin,
    { ...demo, username: 'clerk', realname: '李文澜', role: 'clerk', phone: '13955500901' },
    { ...demo, username: 'reader', realname: '周砚秋', role: 'reader', phone: '13955500902' },
  ]
}

async function seedDeparts(trx: Trx, institution: string): Promise<void> {
  const rows = departs.map(({ id, name, parent, category, type }, at) => ({
    id,
    parent_id: parent,
    depart_name: parent === '' ? institution : name,
    depart_order: at,
    org_category: category,
    org_type: type,
    org_code: id,
  }))
  await trx
    .insertInto('sys_depart')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function seedRoles(trx: Trx, demo: boolean): Promise<void> {
  const roles = [{ code: adminRole, name: '系统管理员' }, ...(demo ? demoRoles : [])]
  const rows = roles.map(({ code, name }) => ({ id: code, role_code: code, role_name: name }))
  await trx
    .insertInto('sys_role')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Creates missing departments, menu groups, roles and first users. Only one instance does it. */
export async function seedDatabase(
  db: Database,
  config: Config,
  warn: (text: string) => void,
): Promise<FirstPassword[]> {
  // The demo users share one password, whether it is generated or configured.
  const generated = { admin: generatePassword(), demo: generatePassword() }
  return await db.write(async (trx) => {
    await lockSchema(trx)
    await seedMenu(trx)
    await seedDeparts(trx, config.institution)
    await seedRoles(trx, config.demo)
    const made: FirstPassword[] = []
    for (const person of people(config)) {
      const existing = await trx
        .selectFrom('sys_user')
        .select('id')
        .where('username', '=', person.username)
        .execute()
      if (existing.length > 0) continue
      const isConfigured = person.password !== undefined
      const password = person.password ?? (person.role === adminRole ? generated.admin : generated.demo)
      const fault = isConfigured ? passwordFault(password, person.username, config) : null
      if (fault) warn(`${person.username} 的初始密码不安全：${fault}`)
      const id = randomUUID()
      await trx
        .insertInto('sys_user')
        .values({
          id,
          username: person.username,
          realname: person.realname,
          password: await hashPassword(password),
          must_change: !isConfigured,
          phone: person.phone ?? null,
          org_code: person.depart,
          create_by: 'system',
        })
        .execute()
      await trx.insertInto('sys_user_depart').values({ user_id: id, dep_id: person.depart }).execute()
      if (person.role === adminRole) await appointAdministrator(trx, id, 'system')
      else await trx.insertInto('sys_user_role').values({ user_id: id, role_id: person.role }).execute()
      made.push({ username: person.username, password, isConfigured })
    }
    return made
  })
}
