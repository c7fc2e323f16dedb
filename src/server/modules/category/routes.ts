import { parseNodeCondition } from '#runtime/kernel/node-condition.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { sendTagged } from '../../platform/http/requests/tagged.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { ChildrenQuery, DataQuery, ItemQuery, OneQuery, RootQuery } from './shape.ts'
import { findCategory, loadLevel, loadSubtree, parseParentId, readTexts } from './tree.ts'

const refuse = defineRefusals({
  CATEGORY_CODE_UNKNOWN: '该编码【{code}】不存在，请核实!',
  CATEGORY_NOT_FOUND: '查询无果',
  CATEGORY_PARENT_MISSING: '加载分类字典树参数有误.[null]!',
  CATEGORY_PARENT_UNKNOWN: '加载分类字典树参数有误.[{parent}]!',
  CATEGORY_IDS_EMPTY: 'ids 不能为空',
})

const refuseParameter = defineRefusals({ CATEGORY_CONDITION: '参数无效：condition' }, 'BAD_PARAMETER')

/** Category trees. A category's id is its code, so clients may send either. */
export const categoryRoutes: Plugin<Pick<PlatformServices, 'db'>> = (app, { db }) => {
  app.route({
    method: 'GET',
    url: '/sys/category/loadTreeRoot',
    config: { access: 'self' },
    schema: { querystring: RootQuery },
    handler: async (request, reply) => {
      const { query } = request
      const parent = parseParentId(query.pcode)
      if (parent !== '0' && !(await findCategory(db.app, parent)))
        throw refuse('CATEGORY_CODE_UNKNOWN', { values: { code: parent } })
      const isWhole = query.async === false
      return sendTagged(
        request,
        reply,
        isWhole ? await loadSubtree(db.app, parent) : await loadLevel(db.app, parent),
      )
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/category/loadTreeChildren',
    config: { access: 'self' },
    schema: { querystring: ChildrenQuery },
    handler: async ({ query }) => ok(await loadLevel(db.app, parseParentId(query.pid))),
  })

  app.route({
    method: 'GET',
    url: '/sys/category/loadOne',
    config: { access: 'self' },
    schema: { querystring: OneQuery },
    handler: async ({ query }) => {
      const category = await findCategory(db.app, query.val)
      if (!category) throw refuse('CATEGORY_NOT_FOUND')
      return ok(category)
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/category/loadTreeData',
    config: { access: 'self' },
    schema: { querystring: DataQuery },
    handler: async ({ query: { pid, pcode, condition } }) => {
      const parentKey = pid || pcode
      if (!parentKey) throw refuse('CATEGORY_PARENT_MISSING')
      const parent = parseParentId(parentKey)
      if (parent !== '0' && !(await findCategory(db.app, parent))) {
        throw refuse('CATEGORY_PARENT_UNKNOWN', { values: { parent } })
      }
      const isWanted = parseNodeCondition(condition || '{}')
      if (!isWanted) throw refuseParameter('CATEGORY_CONDITION')
      return ok((await loadLevel(db.app, parent)).filter(isWanted))
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/category/loadDictItem',
    config: { access: 'self' },
    schema: { querystring: ItemQuery },
    handler: async ({ query: { ids = '', delNotExist = true } }) => {
      const list = ids.split(',').filter((id) => id !== '')
      if (list.length === 0) throw refuse('CATEGORY_IDS_EMPTY')
      const texts = await readTexts(db.app, list)
      return ok(list.flatMap((id) => texts.get(id) ?? (delNotExist ? [] : id)))
    },
  })
}
