import { sql } from 'kysely'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Db } from '../../../platform/store/database.ts'

const refuse = defineRefusals({
  MENU_SHIPPED: '「{name}」是界面文档或系统带来的，不能删除，可以隐藏或移到别处',
})

/** Refuses to delete entries that their document would bring back. */
export function requireManual(entries: readonly { name: string; origin: string }[]): void {
  const shipped = entries.find(({ origin }) => origin !== 'manual')
  if (shipped) throw refuse('MENU_SHIPPED', { values: { name: shipped.name } })
}

/** What a deletion removes: the entries with everything below them, and the grants of roles. */
export interface Removal {
  ids: string[]
  menus: number
  buttons: number
  /** The roles that hold one of them. */
  roles: number
  /** The grants of one of them. */
  grants: number
}

/** Reads a deletion in advance; refuses one that contains an entry of a document. */
export async function readRemoval(db: Db, ids: readonly string[]): Promise<Removal> {
  const { rows } = await sql<{ id: string; name: string; menuType: number; origin: string; roles: string[] }>`
    with recursive branch (id) as (
      select id from sys_permission where id = any(${[...ids]}::text[]) and del_flag = 0
      union
      select p.id from sys_permission p join branch b on p.parent_id = b.id where p.del_flag = 0)
    select p.id, p.name, p.menu_type as "menuType", p.origin,
      array(select role_id from sys_role_permission rp where rp.permission_id = p.id) as roles
    from sys_permission p join branch b on b.id = p.id order by p.sort_no, p.id`.execute(db)
  requireManual(rows)
  const buttons = rows.filter(({ menuType }) => menuType === 2).length
  return {
    ids: rows.map(({ id }) => id),
    menus: rows.length - buttons,
    buttons,
    roles: new Set(rows.flatMap(({ roles }) => roles)).size,
    grants: rows.reduce((sum, { roles }) => sum + roles.length, 0),
  }
}
