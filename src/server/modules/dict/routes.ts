import { parseNodeCondition } from '#runtime/kernel/node-condition.ts'
import { ok, page } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { sendTagged } from '../../platform/http/requests/tagged.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Dictionaries } from './dictionaries.ts'
import {
  DictItemsQuery,
  DictParams,
  LoadDictItemQuery,
  LoadDictQuery,
  TableDataQuery,
  TreeQuery,
} from './shape.ts'

const DEFAULT_ITEMS = 10

const refuse = defineRefusals(
  {
    DICT_UNKNOWN: '参数无效：dictCode',
    DICT_FILTER: '参数无效：where',
    DICT_TREE_CONDITION: '参数无效：condition',
    DICT_TREE_UNKNOWN: '参数无效：{key}',
  },
  'BAD_PARAMETER',
)
const refuseCode = defineRefusals({ DICT_CODE_MALFORMED: '字典Code格式不正确！' })

/** How many parts the name of a table has at least: the table, the column of the text, the column of the value. */
const TABLE_PARTS = 3

/** A JSON object of names and scalars; null for anything else. */
function readWhere(text: string): Record<string, string | number | boolean> | null {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null
    const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
    return Object.values(read).every(isScalar) ? (read as Record<string, string>) : null
  } catch {
    return null
  }
}

/** Dictionary look-ups of forms and lists. */
export const dictRoutes: Plugin<{ dictionaries: Dictionaries }> = (app, { dictionaries }) => {
  /**
   * The dictionary of a code; null for a code that does not exist, whose list is empty: clients read codes that an installation
   * need not have. A table that no dictionary opens is refused, and one without its columns.
   */
  const findDict = async (code: string): Promise<string | null> => {
    if (code.includes(',') && code.split(',').length < TABLE_PARTS) throw refuseCode('DICT_CODE_MALFORMED')
    const found = await dictionaries.find(code)
    if (found === null && code.includes(',')) throw refuse('DICT_UNKNOWN')
    return found
  }

  app.route({
    method: 'GET',
    url: '/sys/dict/getDictItems/:code',
    config: { access: 'self' },
    schema: { params: DictParams, querystring: DictItemsQuery },
    handler: async (request, reply) => {
      const { params, query } = request
      const code = await findDict(params.code)
      if (code === null) return ok([])
      if (query.where === undefined) return sendTagged(request, reply, await dictionaries.items(code))
      const where = readWhere(query.where)
      const items = where && (await dictionaries.itemsWhere(code, where))
      if (!items) throw refuse('DICT_FILTER')
      return ok(items)
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/dict/loadDict/:code',
    config: { access: 'self' },
    schema: { params: DictParams, querystring: LoadDictQuery },
    handler: async ({ params, query: { keyword = '', pageSize = DEFAULT_ITEMS } }) => {
      const code = await findDict(params.code)
      if (code === null) return ok([])
      // Several comma-separated texts select exactly those items.
      const onlyEnabled = true
      if (!keyword.includes(','))
        return ok(await dictionaries.items(code, { keyword, limit: pageSize, onlyEnabled }))
      const texts = new Set(keyword.split(','))
      return ok((await dictionaries.items(code, { onlyEnabled })).filter((item) => texts.has(item.text)))
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/dict/loadDictOrderByValue/:code',
    config: { access: 'self' },
    schema: { params: DictParams, querystring: LoadDictQuery },
    handler: async ({ params, query: { keyword = '', pageSize = DEFAULT_ITEMS } }) => {
      const code = await findDict(params.code)
      if (code === null) return ok([])
      const words = new Set(keyword.split(',').filter(Boolean))
      // A record may contain a value that can no longer be chosen.
      const current =
        words.size > 0 ? await dictionaries.visibleTexts(code, words) : new Map<string, string>()
      const chosen = [...current].map(([value, text]) => ({ value, text }))
      // A text that is no value is searched for, as in `loadDict`.
      const found = await dictionaries.items(code, {
        limit: pageSize,
        onlyEnabled: true,
        ...(keyword !== '' && chosen.length === 0 ? { keyword } : {}),
      })
      const first = new Set(chosen.map(({ value }) => String(value)))
      const items = [
        ...chosen.map(({ value, text }) => ({ value, text, title: text })),
        ...found.filter(({ value }) => !first.has(String(value))),
      ]
      return ok(items.slice(0, Math.max(pageSize, chosen.length)))
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/dict/queryTableData',
    config: { access: 'self' },
    schema: { querystring: TableDataQuery },
    handler: async ({ query: { table, text, code, keyword = '', pageNo = 1, pageSize = DEFAULT_ITEMS } }) => {
      const name = await findDict(`${table},${text},${code}`)
      const items = name === null ? [] : await dictionaries.items(name, { keyword, onlyEnabled: true })
      const start = (pageNo - 1) * pageSize
      return ok(page(items.slice(start, start + pageSize), items.length, pageNo, pageSize))
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/dict/loadDictItem/:code',
    config: { access: 'self' },
    schema: { params: DictParams, querystring: LoadDictItemQuery },
    handler: async ({ params, query: { key, delNotExist = true } }) => {
      const code = await findDict(params.code)
      if (code === null) return ok([])
      const keys = key.split(',').filter((part) => part !== '')
      const texts = await dictionaries.visibleTexts(code, new Set(keys))
      return ok(keys.flatMap((part) => texts.get(part) ?? (delNotExist ? [] : part)))
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/dict/loadTreeData',
    config: { access: 'self' },
    schema: { querystring: TreeQuery },
    handler: async ({ query }) => {
      const { pid = '', dictCode, tableName = '', text = '', code = '', pidField = '', condition } = query
      const isWanted = parseNodeCondition(condition || '{}')
      if (!isWanted) throw refuse('DICT_TREE_CONDITION')
      const names = dictCode ? { code: dictCode } : { table: tableName, text, value: code, parent: pidField }
      const nodes = await dictionaries.treeLevel(names, pid)
      if (!nodes) throw refuse('DICT_TREE_UNKNOWN', { values: { key: dictCode ? 'dictCode' : 'tableName' } })
      return ok(nodes.filter(isWanted))
    },
  })

  app.route({
    method: ['GET', 'PUT'],
    url: '/sys/dict/refleshCache', // The contract's spelling.
    config: { access: 'self', changes: true },
    handler: async () => {
      await dictionaries.changed()
      return ok(null, '刷新缓存完成！')
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/dict/queryAllDictItems',
    config: { access: 'self' },
    handler: async () => ok(await dictionaries.all()),
  })
}
