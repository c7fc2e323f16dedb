import Type from 'typebox'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { readChildren, readMenuTree, readRoots } from './menu-entries.ts'

/** The right to see all entries of the menu, those that the user may not open included; `system/permission` brings it. */
const listCode = 'permission:list'

const MenuId = Type.String({ maxLength: 200 })
const ChildrenQuery = Type.Object({ parentId: MenuId })
const AsyncQuery = Type.Object({ pid: Type.Optional(MenuId) })
const BatchQuery = Type.Object({ parentIds: Type.String({ maxLength: 20_000 }) })

/** The entries of the menu as administrators see them: the whole tree, or level by level. */
export const menuRoutes: Plugin<Pick<PlatformServices, 'db'>> = (app, { db }) => {
  const config = { access: listCode }
  const below = async (parentId: string) => (await readChildren(db.app, [parentId])).get(parentId) ?? []

  app.get('/sys/permission/list', { config: { ...config, listLoad: true } }, async () =>
    ok(await readMenuTree(db.app)),
  )

  app.get('/sys/permission/getSystemMenuList', { config: { ...config, listLoad: true } }, async () =>
    ok(await readRoots(db.app)),
  )

  app.route<{ Querystring: Type.Static<typeof ChildrenQuery> }>({
    method: 'GET',
    url: '/sys/permission/getSystemSubmenu',
    config,
    schema: { querystring: ChildrenQuery },
    handler: async ({ query }) => ok(await below(query.parentId)),
  })

  app.route<{ Querystring: Type.Static<typeof BatchQuery> }>({
    method: 'GET',
    url: '/sys/permission/getSystemSubmenuBatch',
    config,
    schema: { querystring: BatchQuery },
    handler: async ({ query }) => {
      const parentIds = query.parentIds.split(',').filter((id) => id !== '')
      return ok(Object.fromEntries(await readChildren(db.app, parentIds)))
    },
  })

  app.route<{ Querystring: Type.Static<typeof AsyncQuery> }>({
    method: 'GET',
    url: '/sys/permission/queryListAsync',
    config,
    schema: { querystring: AsyncQuery },
    handler: async ({ query: { pid } }) => ok(pid ? await below(pid) : await readRoots(db.app)),
  })
}
