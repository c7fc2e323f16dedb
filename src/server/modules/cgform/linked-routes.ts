import Type from 'typebox'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { CgformServices } from './screens.ts'

const Name = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z][A-Za-z0-9_]*$' })
const LinkedQuery = Type.Object({
  table: Name,
  txt: Name,
  key: Name,
  idField: Type.Optional(Name),
  pidField: Type.Optional(Type.String({ maxLength: 64 })),
  pidValue: Type.Optional(Type.String({ maxLength: 200 })),
  condition: Type.Optional(Type.String({ maxLength: 1000 })),
})

const refuse = defineRefusals({
  ONLINE_LINKED_SQL: '联动下拉的条件不能写 SQL，请写 pidField 和 pidValue',
  ONLINE_LINKED_NONE: '表 {table} 没有登记为字典，不能作联动下拉',
})

/** The options of linked selects (docs/http.md, "Record routes"): items of a registered table, at the top or below one value. */
export const linkedRoutes: Plugin<Pick<CgformServices, 'dictionaries'>> = (app, { dictionaries }) => {
  app.route({
    method: 'GET',
    url: '/online/cgform/api/querySelectOptions',
    config: { access: 'self' },
    schema: { querystring: LinkedQuery },
    handler: async ({ query }) => {
      const { table, txt: text, key: value, pidField = '', pidValue = '', condition = '' } = query
      if (condition.trim() !== '') throw refuse('ONLINE_LINKED_SQL')
      if (pidField !== '') {
        const nodes = await dictionaries.treeLevel({ table, text, value, parent: pidField }, pidValue)
        if (!nodes) throw refuse('ONLINE_LINKED_NONE', { values: { table } })
        return ok(
          nodes.map((node) => ({ label: node.title, store: node.value, id: node.value, pid: pidValue })),
        )
      }
      const items = await dictionaries.items(`${table},${text},${value}`)
      if (items.length === 0) throw refuse('ONLINE_LINKED_NONE', { values: { table } })
      return ok(items.map((item) => ({ label: item.text, store: item.value, id: item.value, pid: '' })))
    },
  })
}
