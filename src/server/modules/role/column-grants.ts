import { sql } from 'kysely'
import { adminRole } from '#runtime/access/admin-role.ts'
import { type ColumnVerb, columnCode, isColumnCode } from '../../documents/access/column-rights.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Trx } from '../../platform/store/database.ts'
import { writeCodes } from '../permission/interface.ts'
import { type ColumnRight, type DocumentColumn, getRight, type WantedColumn } from './columns.ts'
import {
  lockedRole,
  lockRoles,
  type Role,
  readGrants,
  requireGranted,
  requireOtherThanAdmin,
} from './role.ts'

/** The rights to columns of a document that a role is to have. */
export interface ColumnsChange {
  roleId: string
  documentId: string
  wanted: readonly WantedColumn[]
}

/** A column whose right changed, with the code that the role gained or lost for it. */
export interface ChangedColumn {
  path: string
  title: string
  before: ColumnRight
  right: ColumnRight
  code: string
}

const verbTitles: Readonly<Record<ColumnVerb, string>> = { read: '查看', edit: '修改' }

/**
 * Applies a change. A column that every user of the document could read or change becomes controlled: all other roles and
 * departments receive its code, so that only this role loses it. Returns the role and what changed.
 */
export async function applyColumns(
  trx: Trx,
  user: SessionUser,
  { roleId, documentId, wanted }: ColumnsChange,
): Promise<{ role: Role; changed: ChangedColumn[] }> {
  // A new code is granted to all roles.
  const role = lockedRole(await lockRoles(trx), roleId)
  requireOtherThanAdmin(role)
  const granted = new Set(await readGrants(trx, roleId))
  const changed: ChangedColumn[] = []
  for (const { column, right } of wanted) {
    const before = getRight(column, granted)
    if (before === right) continue
    const { path, title, codes } = column
    const gained = gainedCodes(column, right, granted)
    await requireGranted(trx, user, gained)
    await grant(trx, roleId, gained)
    const lost = right === 'edit' ? undefined : right === 'read' ? 'edit' : 'read'
    const declared = lost && codes[lost]
    const lostCode =
      declared === undefined || isColumnCode(declared)
        ? lost && (await control(trx, documentId, column, lost, user.username))
        : declared
    if (lostCode !== undefined) await revokeCode(trx, roleId, lostCode)
    changed.push({ path, title, before, right, code: gained[0] ?? lostCode ?? '' })
  }
  await releaseUnused(trx, documentId)
  return { role, changed }
}

/** The codes that a role needs besides its own for a right to a column. */
const gainedCodes = ({ codes }: DocumentColumn, right: ColumnRight, granted: ReadonlySet<string>): string[] =>
  [right === 'none' ? undefined : codes.read, right === 'edit' ? codes.edit : undefined].flatMap((code) =>
    code === undefined || granted.has(code) ? [] : [code],
  )

const grant = (trx: Trx, roleId: string, codes: readonly string[]) =>
  sql`
  insert into sys_role_permission (role_id, permission_id)
  select ${roleId}, id from sys_permission where id = any(${[...codes]}::text[]) on conflict do nothing`.execute(
    trx,
  )

const revokeCode = (trx: Trx, roleId: string, code: string) =>
  sql`delete from sys_role_permission where role_id = ${roleId} and permission_id = ${code}`.execute(trx)

/** Makes a column controlled, unless it is, and grants its new code to all who could use it until now. Returns the code. */
async function control(
  trx: Trx,
  documentId: string,
  { path, fieldTitle }: DocumentColumn,
  verb: ColumnVerb,
  by: string,
): Promise<string> {
  const code = columnCode(documentId, { path, verb })
  const { rows } = await sql`
    insert into sys_controlled_column (document_id, path, verb, create_by)
    values (${documentId}, ${path}, ${verb}, ${by}) on conflict do nothing returning path`.execute(trx)
  if (rows.length === 0) return code
  await writeCodes(trx, documentId, [{ code, title: `${verbTitles[verb]}${fieldTitle}` }])
  await sql`
    insert into sys_role_permission (role_id, permission_id)
    select id, ${code} from sys_role on conflict do nothing`.execute(trx)
  await sql`
    insert into sys_depart_permission (depart_id, permission_id)
    select distinct depart_id, ${code} from sys_depart_permission on conflict do nothing`.execute(trx)
  await sql`
    insert into sys_depart_role_permission (role_id, permission_id)
    select distinct role_id, ${code} from sys_depart_role_permission on conflict do nothing`.execute(trx)
  return code
}

/** Columns that no role and no department role lacks are not controlled any more; their codes are removed. */
async function releaseUnused(trx: Trx, documentId: string): Promise<void> {
  const { rows } = await sql<{ path: string; verb: ColumnVerb }>`
    select path, verb from sys_controlled_column where document_id = ${documentId}`.execute(trx)
  for (const column of rows) {
    const code = columnCode(documentId, column)
    const { rows: lacking } = await sql`
      select 1 from sys_role r where r.id <> ${adminRole} and not exists (
        select 1 from sys_role_permission rp where rp.role_id = r.id and rp.permission_id = ${code})
      union all select 1 from sys_depart_role_permission d
        where not exists (select 1 from sys_depart_role_permission rp
          where rp.role_id = d.role_id and rp.permission_id = ${code})
      limit 1`.execute(trx)
    if (lacking.length > 0) continue
    await sql`
      delete from sys_controlled_column
      where document_id = ${documentId} and path = ${column.path} and verb = ${column.verb}`.execute(trx)
    await sql`delete from sys_permission where id = ${code}`.execute(trx)
  }
}

/** Tables of grants, whose rows name the id of a code. */
const grantTables = ['sys_role_permission', 'sys_depart_permission', 'sys_depart_role_permission']

/**
 * Follows the new path of a column in what restricts it: its rows, its code, and the grants of the code. Returns how many
 * restrictions changed.
 */
export const renameControlled = (
  trx: Trx,
  documentIds: readonly string[],
  rename: (path: string) => string,
): Promise<number> => changeControlled(trx, documentIds, ({ id, path }) => ({ id, path: rename(path) }))

/** Gives the controlled columns of a document, with the codes that roles hold for them, to another id. Returns how many. */
export const moveControlled = (trx: Trx, from: string, to: string): Promise<number> =>
  changeControlled(trx, [from], ({ path }) => ({ id: to, path }))

interface ColumnPlace {
  id: string
  path: string
}

async function changeControlled(
  trx: Trx,
  documentIds: readonly string[],
  change: (place: ColumnPlace) => ColumnPlace,
): Promise<number> {
  const { rows } = await sql<ColumnPlace & { verb: ColumnVerb }>`
    select document_id as id, path, verb from sys_controlled_column
    where document_id = any(${[...documentIds]}::text[])`.execute(trx)
  let count = 0
  for (const { id, path, verb } of rows) {
    const now = change({ id, path })
    if (now.id === id && now.path === path) continue
    count += 1
    const [before, after] = [columnCode(id, { path, verb }), columnCode(now.id, { path: now.path, verb })]
    await sql`update sys_controlled_column set document_id = ${now.id}, path = ${now.path}
      where document_id = ${id} and path = ${path} and verb = ${verb}`.execute(trx)
    const { rows: codes } = await sql<{ owner: string; title: string }>`
      select parent_id as owner, name as title from sys_permission where id = ${before}`.execute(trx)
    for (const { owner, title } of codes) await writeCodes(trx, owner, [{ code: after, title }])
    for (const table of grantTables)
      await sql`update ${sql.id(table)} set permission_id = ${after} where permission_id = ${before}`.execute(
        trx,
      )
    await sql`delete from sys_permission where id = ${before}`.execute(trx)
  }
  return count
}
