import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import type { PermissionRow } from './permissions.ts'

/** A row of sys_permission (docs/http.md, "Permissions"). */
export interface MenuRow extends PermissionRow {
  sortNo: number
  hideTab: boolean
  description: string | null
  delFlag: number
  createBy: string | null
  createTime: string
  updateBy: string | null
  updateTime: string | null
  /** No entry has this one as its parent. */
  isLeaf: boolean
}

/** A row with the keys that tree tables of clients read. */
export interface MenuTreeNode extends MenuRow {
  key: string
  title: string
  leaf: boolean
  children?: MenuTreeNode[]
}

async function read(db: Db, where: RawBuilder<unknown> = sql`true`): Promise<MenuTreeNode[]> {
  const { rows } = await sql<MenuRow>`
    select p.id, p.parent_id as "parentId", p.name, p.url, p.component, p.component_name as "componentName",
      p.redirect, p.menu_type as "menuType", p.perms, p.perms_type as "permsType", p.sort_no::float8 as "sortNo", p.icon,
      p.route = 'Y' as route, p.keep_alive = 'Y' as "keepAlive", p.hidden = 'Y' as hidden, p.hide_tab as "hideTab",
      p.always_show = 'Y' as "alwaysShow", p.internal_or_external = 'Y' as "internalOrExternal", p.description, p.rule_flag as "ruleFlag", p.status,
      p.del_flag as "delFlag", p.create_by as "createBy", p.create_time as "createTime",
      p.update_by as "updateBy", p.update_time as "updateTime",
      not exists (select 1 from sys_permission c where c.parent_id = p.id and c.del_flag = 0) as "isLeaf"
    from sys_permission p where p.del_flag = 0 and ${where} order by p.sort_no, p.id`.execute(db)
  return rows.map((row) => ({ ...row, key: row.id, title: row.name, leaf: row.isLeaf }))
}

/** All entries and buttons as a tree. Codes of documents without an entry have no place in it. */
export async function readMenuTree(db: Db): Promise<MenuTreeNode[]> {
  const byParent = groupedByParent(await read(db))
  const under = (parentId: string): MenuTreeNode[] =>
    (byParent.get(parentId) ?? []).map((node) => {
      const children = under(node.id)
      return children.length > 0 ? { ...node, children } : node
    })
  return under('')
}

/** The entries of the top level. */
export const readRoots = (db: Db): Promise<MenuTreeNode[]> => read(db, sql`p.parent_id = ''`)

/** The entries and buttons below each of the parents; a parent without any is absent. */
export const readChildren = async (
  db: Db,
  parentIds: readonly string[],
): Promise<ReadonlyMap<string, MenuTreeNode[]>> =>
  groupedByParent(await read(db, sql`p.parent_id = any(${[...parentIds]}::text[])`))

function groupedByParent(nodes: readonly MenuTreeNode[]): Map<string, MenuTreeNode[]> {
  const byParent = new Map<string, MenuTreeNode[]>()
  for (const node of nodes) byParent.set(node.parentId, [...(byParent.get(node.parentId) ?? []), node])
  return byParent
}
