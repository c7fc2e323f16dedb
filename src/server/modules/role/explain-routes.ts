import { sql } from 'kysely'
import Type from 'typebox'
import type { Registration } from '../../documents/services.ts'
import { ok } from '../../platform/http/envelope.ts'
import { parseIds } from '../../platform/http/id-shape.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'

/** The right to see why a place of a screen is missing. */
const inspectCode = 'access:inspect'

export const inspectPermission: Registration = {
  owner: 'system',
  codes: [{ code: inspectCode, title: '查看权限说明' }],
  listCode: inspectCode,
}

const CodesQuery = Type.Object({ codes: Type.String({ minLength: 1, maxLength: 8000 }) })

/** A permission code with its action in words, and the roles that hold it. */
interface Explained {
  code: string
  action: string
  roles: { id: string; name: string }[]
}

/** The levels of the menu that the titles of groups are read from. */
const MAX_DEPTH = 8

/** A page or a group of the menu, with the roles that hold it. */
interface MenuEntryRow extends Pick<Explained, 'roles'> {
  id: string
  title: string
  path: string
  parent: string
  isGroup: boolean
}

const roleEntry = ({ id, title, path, roles }: MenuEntryRow) => ({ id, title, path, roles })

/** What the codes allow and which roles hold them, unknown codes left out; and the pages of the whole menu with their roles. */
export const explainRoutes: Plugin<Pick<PlatformServices, 'db'>> = (app, { db }) => {
  app.route({
    method: 'GET',
    url: '/sys/permission/explain',
    config: { access: inspectCode, forViewer: true },
    schema: { querystring: CodesQuery },
    handler: async ({ query }) => {
      const { rows } = await sql<Explained>`
        select p.perms as code, min(p.name) as action, coalesce(jsonb_agg(distinct
          jsonb_build_object('id', r.id, 'name', r.role_name)) filter (where r.id is not null), '[]') as roles
        from sys_permission p left join sys_role_permission rp on rp.permission_id = p.id
        left join sys_role r on r.id = rp.role_id
        where p.perms = any(${parseIds(query.codes)}::text[]) and p.del_flag = 0
        group by p.perms order by p.perms`.execute(db.app)
      return ok(rows)
    },
  })

  app.get('/sys/permission/explainMenu', { config: { access: inspectCode, forViewer: true } }, async () => {
    const { rows } = await sql<MenuEntryRow>`
      select p.id, p.name as title, coalesce(p.url, '') as path, p.parent_id as parent,
        coalesce(p.component, '') ~ '^layouts/(?!Iframe)' as "isGroup",
        coalesce(jsonb_agg(distinct jsonb_build_object('id', r.id, 'name', r.role_name))
          filter (where r.id is not null), '[]') as roles
      from sys_permission p left join sys_role_permission rp on rp.permission_id = p.id
      left join sys_role r on r.id = rp.role_id
      where p.menu_type < 2 and p.del_flag = 0 group by p.id order by p.sort_no, p.id`.execute(db.app)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const listGroups = ({ parent }: MenuEntryRow): string[] => {
      const titles: string[] = []
      for (let at = byId.get(parent); at && titles.length < MAX_DEPTH; at = byId.get(at.parent))
        titles.unshift(at.title)
      return titles
    }
    return ok(
      rows.filter(({ isGroup }) => !isGroup).map((row) => ({ ...roleEntry(row), groups: listGroups(row) })),
    )
  })
}
