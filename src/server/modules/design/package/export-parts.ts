import { sql } from 'kysely'
import { adminRole } from '#runtime/access/admin-role.ts'
import { isWebAddress } from '#runtime/kernel/menu-address.ts'
import type {
  EntryValues,
  PackageParts,
  PackedMenu,
  PackedRole,
} from '#runtime/schema/package/package-parts.ts'
import { listCodes } from '../../../documents/kinds/index.ts'
import type { DocumentRegistry } from '../../../documents/library/registry.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import type { Db } from '../../../platform/store/database.ts'
import { groupComponent } from '../../permission/interface.ts'
import { grantCode } from '../../role/interface.ts'
import type { DesignServices } from '../services.ts'
import { type MenuRow, readMenuRows, settings } from './menu-rows.ts'

/** The right to see the menu with what administrators have set. */
const menuCode = 'permission:list'

export interface WantedParts {
  roles: boolean
  menu: boolean
}

/** What administrators have set for documents: the parts that are wanted and that the user may read. */
export async function exportParts(
  { db, documents }: Pick<DesignServices, 'db' | 'documents'>,
  user: SessionUser,
  ids: readonly string[],
  wanted: WantedParts,
): Promise<PackageParts> {
  const roles = wanted.roles && holds(user, grantCode) ? await readRoles(db.app, documents, ids) : []
  const menu = wanted.menu && holds(user, menuCode) ? packMenu(await readMenuRows(db.app), ids) : undefined
  return { ...(roles.length > 0 && { roles }), ...(menu && menu.entries.length > 0 && { menu }) }
}

/** The codes that a document brings, without those by which an administrator restricts its columns. */
export function codesOfDocument(documents: DocumentRegistry, id: string): Map<string, string> {
  const entry = documents.entry(id)
  return new Map(
    entry ? listCodes(entry.declared ?? entry.document).map(({ code, title }) => [code, title]) : [],
  )
}

async function readRoles(db: Db, documents: DocumentRegistry, ids: readonly string[]): Promise<PackedRole[]> {
  const { rows } = await sql<{ code: string; name: string; document: string; id: string }>`
    select r.role_code as code, r.role_name as name, p.id,
      case when p.menu_type = 2 then p.parent_id else p.id end as document
    from sys_role r join sys_role_permission rp on rp.role_id = r.id
    join sys_permission p on p.id = rp.permission_id and p.origin = 'document' and p.del_flag = 0
    where r.id <> ${adminRole}
      and (case when p.menu_type = 2 then p.parent_id else p.id end) = any(${[...ids]}::text[])
    order by r.role_code, p.sort_no, p.id`.execute(db)
  const roles = new Map<string, PackedRole>()
  for (const { code, name, document, id } of rows) {
    const isEntry = id === document
    // A code that a former state of the document had is left out.
    if (!isEntry && !codesOfDocument(documents, document).has(id)) continue
    const role = roles.get(code) ?? { code, name, grants: [] }
    roles.set(code, role)
    let grant = role.grants.find((entry) => entry.document === document)
    if (!grant) {
      grant = { document, hasEntry: false, codes: [] }
      role.grants.push(grant)
    }
    if (isEntry) grant.hasEntry = true
    else grant.codes.push(id)
  }
  return [...roles.values()]
}

/** The changed settings of the entries of documents, and the groups added by hand above them. */
function packMenu(rows: ReadonlyMap<string, MenuRow>, ids: readonly string[]): PackedMenu {
  const groups = new Map<string, PackedMenu['groups'][number]>()
  const entries = ids.flatMap((document) => {
    const row = rows.get(document)
    const values = row ? changedValues(row) : {}
    if (values.parentId !== undefined) values.parentId = packGroup(rows, groups, values.parentId)
    return row && Object.keys(values).length > 0 ? [{ document, values }] : []
  })
  return { groups: [...groups.values()], entries }
}

const changedValues = (row: MenuRow): EntryValues =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([column, { key }]) =>
      row.changed.includes(column) ? [[key, row[key]]] : [],
    ),
  )

/** Adds a group that was added by hand, with those above it; returns its id. */
function packGroup(
  rows: ReadonlyMap<string, MenuRow>,
  groups: Map<string, PackedMenu['groups'][number]>,
  id: string,
): string {
  const row = rows.get(id)
  if (row?.origin !== 'manual' || row.component !== groupComponent || groups.has(id)) return id
  const { name, parentId, url, sortNo, icon, redirect, hidden } = row
  if (url === null || isWebAddress(url)) return id
  const group = { id, name, parentId, url, sortNo, icon, redirect, hidden }
  groups.set(id, group)
  group.parentId = packGroup(rows, groups, parentId)
  return id
}
