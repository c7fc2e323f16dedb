import { type RawBuilder, sql } from 'kysely'
import type { Registration } from '../../documents/services.ts'
import type { Db, Trx } from '../../platform/store/database.ts'

interface Proposal extends Required<Pick<Registration, 'owner' | 'roles' | 'listCode'>> {
  /** The document's menu entry; proposed with the code that opens the list. */
  menu: string | undefined
}

/** Writes the proposals of documents that nobody has decided on, and removes open ones that these no longer make. */
export async function propose(db: Db, proposals: readonly Proposal[]): Promise<void> {
  const rows = proposals.flatMap(({ owner, roles, menu, listCode }) =>
    Object.entries(roles).flatMap(([role, codes]) => {
      const ids = menu !== undefined && codes.includes(listCode) ? [menu, ...codes] : codes
      return ids.map((id) => ({ owner, role, id }))
    }),
  )
  const proposed = sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(owner text, role text, id text)`
  await sql`
    delete from sys_role_proposal p
    where p.owner = any(${proposals.map(({ owner }) => owner)}::text[]) and p.state = 'open' and p.origin = 'document'
      and not exists (select 1 from ${proposed}
        where x.owner = p.owner and x.role = p.role_code and x.id = p.permission_id)`.execute(db)
  await sql`
    insert into sys_role_proposal (role_code, permission_id, owner) select x.role, x.id, x.owner from ${proposed}
    on conflict (role_code, permission_id) do nothing`.execute(db)
}

/** A grant that a package proposes: the code of a role, which may be added later, and a permission of a document. */
export interface PackageProposal {
  role: string
  permission: string
  /** The id of the document. */
  owner: string
}

/**
 * Writes proposals of a package, which its documents do not remove again. What was decided stays, and what a role has is not
 * proposed. Returns how many are open.
 */
export async function proposePacked(trx: Trx, proposals: readonly PackageProposal[]): Promise<number> {
  const { rows } = await sql`
    insert into sys_role_proposal (role_code, permission_id, owner, origin)
    select x.role, x.permission, x.owner, 'package'
    from jsonb_to_recordset(${JSON.stringify(proposals)}::jsonb) as x(role text, permission text, owner text)
    join sys_permission p on p.id = x.permission
    where not exists (select 1 from sys_role r join sys_role_permission rp on rp.role_id = r.id
      where r.role_code = x.role and rp.permission_id = x.permission)
    on conflict (role_code, permission_id) do update set origin = 'package'
      where sys_role_proposal.state = 'open'
    returning role_code`.execute(trx)
  return rows.length
}

/** The open proposals of existing roles: the role, and the permissions with their documents. */
export interface OpenProposal {
  roleId: string
  roleName: string
  permissionId: string
  permissionName: string
  owner: string
}

/** The open proposals of one role, or of all that meet the rules. A permission that the role holds already is not open. */
export const openProposals = async (
  db: Db,
  { roleId, rules = [] }: { roleId?: string | undefined; rules?: readonly RawBuilder<unknown>[] },
): Promise<OpenProposal[]> =>
  (
    await sql<OpenProposal>`
      select t.id as "roleId", t.role_name as "roleName", p.id as "permissionId", p.name as "permissionName", sp.owner
      from sys_role_proposal sp join sys_role t on t.role_code = sp.role_code
      join sys_permission p on p.id = sp.permission_id and p.del_flag = 0
      where sp.state = 'open' and (${roleId ?? null}::text is null or t.id = ${roleId ?? null}) and not exists (
        select 1 from sys_role_permission rp where rp.role_id = t.id and rp.permission_id = p.id)
        ${sql.join(
          rules.map((rule) => sql`and ${rule}`),
          sql` `,
        )}
      order by t.role_code, p.sort_no, p.id`.execute(db)
  ).rows

/** Grants or dismisses open proposals of a role; without ids all of them. Returns how many were decided. */
export async function decideProposals(
  trx: Trx,
  state: 'granted' | 'dismissed',
  by: string,
  roleCode: string,
  permissionIds?: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with decided as (
      update sys_role_proposal set state = ${state}, update_by = ${by}, update_time = now()
      where role_code = ${roleCode} and state = 'open'
        and ${permissionIds ? sql`permission_id = any(${[...permissionIds]})` : sql`true`}
      returning permission_id),
      granted as (
        insert into sys_role_permission (role_id, permission_id)
        select r.id, d.permission_id from decided d join sys_role r on r.role_code = ${roleCode}
        where ${state} = 'granted'
        on conflict do nothing)
    select count(*)::int as count from decided`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Marks proposals as granted whose permissions the role received in another way, so that a later withdrawal is final. */
export const settleProposals = async (trx: Trx, by: string, roleCode: string): Promise<void> =>
  void (await sql`
    update sys_role_proposal sp set state = 'granted', update_by = ${by}, update_time = now()
    from sys_role r join sys_role_permission rp on rp.role_id = r.id
    where sp.role_code = ${roleCode} and sp.state = 'open' and r.role_code = sp.role_code
      and rp.permission_id = sp.permission_id`.execute(trx))

/** Whether somebody has decided on a proposal for the role; a demonstration grants its own only before that. */
export const isDecided = async (db: Db, roleCode: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from sys_role_proposal where role_code = ${roleCode} and state <> 'open' limit 1`.execute(db)
  return rows.length > 0
}
