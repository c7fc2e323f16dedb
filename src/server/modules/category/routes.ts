import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { sendTagged } from '../../platform/http/tagged.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { ChildrenQuery, DataQuery, ItemQuery, OneQuery, RootQuery } from './shape.ts'
import { findCategory, loadLevel, loadSubtree, parentIdOf, textsOf } from './tree.ts'

const business = (text: string) => appError('BUSINESS', { text })

/** Category trees. A category's id is its code, so clients may send either. */
export const categoryRoutes: Plugin<Pick<PlatformServices, 'db'>> = (app, { db }) => {
  app.route<{ Querystring: RootQuery }>({
    method: 'GET',
    url: '/sys/category/loadTreeRoot',
    config: { access: 'self' },
    schema: { querystring: RootQuery },
    handler: async (request, reply) => {
      const { query } = request
      const parent = parentIdOf(query.pcode)
      if (parent !== '0' && !(await findCategory(db.app, parent)))
        throw business(`该编码【${parent}】不存在，请核实!`)
      const isWhole = query.async === false
      return sendTagged(
        request,
        reply,
        isWhole ? await loadSubtree(db.app, parent) : await loadLevel(db.app, parent),
      )
    },
  })

  app.route<{ Querystring: ChildrenQuery }>({
    method: 'GET',
    url: '/sys/category/loadTreeChildren',
    config: { access: 'self' },
    schema: { querystring: ChildrenQuery },
    handler: async ({ query }) => ok(await loadLevel(db.app, parentIdOf(query.pid))),
  })

  app.route<{ Querystring: OneQuery }>({
    method: 'GET',
    url: '/sys/category/loadOne',
    config: { access: 'self' },
    schema: { querystring: OneQuery },
    handler: async ({ query }) => {
      const found = await findCategory(db.app, query.val)
      if (!found) throw business('查询无果')
      return ok(found)
    },
  })

  app.route<{ Querystring: DataQuery }>({
    method: 'GET',
    url: '/sys/category/loadTreeData',
    config: { access: 'self' },
    schema: { querystring: DataQuery },
    handler: async ({ query: { pid, pcode } }) => {
      const wanted = pid || pcode
      if (!wanted) throw business('加载分类字典树参数有误.[null]!')
      const parent = parentIdOf(wanted)
      if (parent !== '0' && !(await findCategory(db.app, parent))) {
        throw business(`加载分类字典树参数有误.[${parent}]!`)
      }
      return ok(await loadLevel(db.app, parent))
    },
  })

  app.route<{ Querystring: ItemQuery }>({
    method: 'GET',
    url: '/sys/category/loadDictItem',
    config: { access: 'self' },
    schema: { querystring: ItemQuery },
    handler: async ({ query: { ids = '', delNotExist = true } }) => {
      const list = ids.split(',').filter((id) => id !== '')
      if (list.length === 0) throw business('ids 不能为空')
      const texts = await textsOf(db.app, list)
      return ok(list.flatMap((id) => texts.get(id) ?? (delNotExist ? [] : id)))
    },
  })
}
