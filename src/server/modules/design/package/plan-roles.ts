import { sql } from 'kysely'
import { adminRole } from '#runtime/access/admin-role.ts'
import type { PackedRole } from '#runtime/schema/package/package-parts.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { PackageProposal } from '../../permission/interface.ts'
import { grantCode } from '../../role/interface.ts'
import type { ArrivedDocument } from './arrived.ts'

/** What a role would gain on a document, by the titles of the permissions. */
export interface PlannedGrant {
  /** The title of the document. */
  title: string
  gains: string[]
  /** How many of them the role has already. */
  present: number
  /** How many of them a package has proposed already, which nobody has decided on. */
  waiting: number
  /** Permissions that were refused, or taken away again, here. */
  decided: string[]
  /** Why permissions are left out. */
  notes: string[]
}

export interface PlannedRole {
  code: string
  name: string
  /** No role here has the code: the proposals wait until one has. */
  isMissing: boolean
  /** The codes of roles of the same name, where the role is missing. */
  sameName: string[]
  grants: PlannedGrant[]
}

/** The roles of this place with one of the codes or names. */
export const findRoles = async (
  db: Db,
  codes: readonly string[],
  names: readonly string[] = [],
): Promise<{ id: string; code: string; name: string }[]> =>
  await db
    .selectFrom('sys_role')
    .select(['id', 'role_code as code', 'role_name as name'])
    .where((where) =>
      where.or([where('role_code', 'in', [...codes, '']), where('role_name', 'in', [...names, ''])]),
    )
    .orderBy('role_code')
    .execute()

/** What is known here about the permissions: their owners, who has them, and what was decided. */
async function readState(db: Db, codes: readonly string[], permissions: readonly string[]) {
  const { rows: owners } = await sql<{ id: string; owner: string }>`
    select id, parent_id as owner from sys_permission
    where menu_type = 2 and id = any(${[...permissions]}::text[])`.execute(db)
  const { rows } = await sql<{ role: string; permission: string; state: string }>`
    select r.role_code as role, rp.permission_id as permission, 'present' as state
    from sys_role_permission rp join sys_role r on r.id = rp.role_id
    where r.role_code = any(${[...codes]}::text[]) and rp.permission_id = any(${[...permissions]}::text[])
    union all
    select role_code, permission_id, case when state = 'open' then 'waiting' else 'decided' end from sys_role_proposal
    where (state <> 'open' or origin = 'package') and role_code = any(${[...codes]}::text[]) and permission_id = any(${[...permissions]}::text[])`.execute(
    db,
  )
  const keysIn = (state: string) =>
    new Set(rows.flatMap((row) => (row.state === state ? [`${row.role} ${row.permission}`] : [])))
  return {
    owners: new Map(owners.map(({ id, owner }) => [id, owner])),
    present: keysIn('present'),
    waiting: keysIn('waiting'),
    decided: keysIn('decided'),
  }
}

/** What the roles of a package would gain. Only permissions of its documents are proposed. */
export async function planRoles(
  db: Db,
  user: SessionUser,
  packed: readonly PackedRole[],
  arrived: readonly ArrivedDocument[],
  renameCode: (code: string) => string,
): Promise<{ roles: PlannedRole[]; faults: string[]; proposals: PackageProposal[] }> {
  const documents = new Map(arrived.map((document) => [document.packed, document]))
  const ids = new Set(arrived.map(({ id }) => id))
  const codes = packed.map(({ code }) => code)
  const names = packed.map(({ name }) => name)
  const roles = await findRoles(db, codes, names)
  const permissions = [...ids, ...arrived.flatMap((document) => [...document.codes.keys()])]
  const state = await readState(db, codes, permissions)
  // What roles have is for those to see who may grant.
  const maySee = holds(user, grantCode)
  const faults: string[] = []
  const proposals: PackageProposal[] = []
  const planGrant = (role: string, { document: packedId, hasEntry, codes }: PackedRole['grants'][number]) => {
    const document = documents.get(packedId)
    if (!document) return []
    const { id, title, isReserved } = document
    const grant: PlannedGrant = { title, gains: [], present: 0, waiting: 0, decided: [], notes: [] }
    if (isReserved) {
      grant.notes.push('系统的数据，只有系统管理员导入时才拟授权')
      return [grant]
    }
    const add = (permission: string, name: string) => {
      const key = `${role} ${permission}`
      if (maySee && state.present.has(key)) grant.present++
      else if (maySee && state.waiting.has(key)) grant.waiting++
      else if (maySee && state.decided.has(key)) grant.decided.push(name)
      else {
        grant.gains.push(name)
        proposals.push({ role, permission, owner: id })
      }
    }
    if (hasEntry && document.hasEntry) add(id, '菜单')
    for (const code of codes.map(renameCode)) {
      const name = document.codes.get(code)
      const owner = state.owners.get(code)
      if (name === undefined)
        faults.push(`角色「${role}」：权限「${code}」不是「${title}」的，包里的授权被改过`)
      else if (owner !== undefined && !ids.has(owner))
        grant.notes.push(`「${name}」是 ${owner} 的权限，不拟授`)
      else add(code, name)
    }
    return [grant]
  }
  const planned = packed.flatMap(({ code, name, grants }): PlannedRole[] => {
    const role = roles.find((entry) => entry.code === code)
    // Administrators have every permission without a grant.
    if (role?.id === adminRole) return []
    const sameName = role ? [] : roles.flatMap((entry) => (entry.name === name ? [entry.code] : []))
    return [
      { code, name, isMissing: !role, sameName, grants: grants.flatMap((grant) => planGrant(code, grant)) },
    ]
  })
  return { roles: planned.filter(({ grants }) => grants.length > 0), faults, proposals }
}
