import { sql } from 'kysely'
import type { EntryValues } from '#runtime/schema/package/package-parts.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { Origin } from '../../permission/interface.ts'

/** The settings that travel: the columns of sys_permission, the keys of the form 菜单管理 and their titles. */
export const settings = {
  name: { key: 'name', title: '名称' },
  parent_id: { key: 'parentId', title: '上级' },
  sort_no: { key: 'sortNo', title: '排序' },
  icon: { key: 'icon', title: '图标' },
  redirect: { key: 'redirect', title: '默认跳转地址' },
  route: { key: 'route', title: '是否路由菜单' },
  hidden: { key: 'hidden', title: '隐藏路由' },
  keep_alive: { key: 'keepAlive', title: '是否缓存路由' },
  always_show: { key: 'alwaysShow', title: '聚合路由' },
  internal_or_external: { key: 'internalOrExternal', title: '打开方式' },
} as const satisfies Readonly<Record<string, { key: keyof EntryValues; title: string }>>

/** An entry or a group of the menu. */
export interface MenuRow extends Required<EntryValues> {
  id: string
  url: string | null
  component: string | null
  origin: Origin
  /** The columns in which an administrator set something else than its document. */
  changed: readonly string[]
}

/** All entries and groups by their ids, without buttons. */
export async function readMenuRows(db: Db): Promise<Map<string, MenuRow>> {
  const columns = Object.entries(settings).map(([column, { key }]) =>
    column === 'sort_no' ? sql`sort_no::float8 as "sortNo"` : sql`${sql.id(column)} as ${sql.id(key)}`,
  )
  const { rows } = await sql<MenuRow>`
    select id, url, component, origin, string_to_array(coalesce(changed, ''), ',') as changed, ${sql.join(columns)}
    from sys_permission where menu_type <> 2 and del_flag = 0 order by sort_no, id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
