import { sql } from 'kysely'
import { matchesSearch } from '#runtime/kernel/text/pinyin.ts'
import { matchesPinyin } from '#runtime/kernel/text/syllables.ts'
import type {
  CategorySeed,
  DictionaryRegistry,
  FixedItem,
  TableSource,
  TenantTables,
} from '../../documents/services.ts'
import type { Database, Db } from '../../platform/store/database.ts'
import { runAsServer } from '../../platform/store/requester.ts'
import type { DictionaryTexts, DictionaryWords } from '../../records/dictionary-services.ts'
import type { DictItem, ItemQuery } from './item.ts'
import {
  boundSource,
  searched,
  type TreeNode,
  tableItems,
  tableMatches,
  tableTexts,
  treeLevel,
} from './tables.ts'

/** A tree by its dictionary's code, or, as in the contract, by table and columns. */
export type TreeNames = { code: string } | Record<'table' | 'text' | 'value' | 'parent', string>

interface FixedSource {
  items: readonly DictItem[]
}

/** The dictionaries by code. Codes are compared as they are: no part of a request is parsed as a name. */
export interface Dictionaries extends DictionaryRegistry, DictionaryTexts, DictionaryWords {
  has(code: string): Promise<boolean>
  /** The code of a dictionary by its code or, for a tree, by `table,text,value` as in the contract; null: there is none. */
  find(code: string): Promise<string | null>
  /** Never rejects for an unknown code, which has no items. Call `has` first. */
  items(code: string, query?: ItemQuery): Promise<DictItem[]>
  /** The items whose rows have these values, by the table's declared filter names; null for another name. */
  itemsWhere(code: string, where: Readonly<Record<string, unknown>>): Promise<DictItem[] | null>
  /** The texts of values as the user of the request may choose them, and of removed rows; of hidden rows there are none. */
  visibleTexts(code: string, values: ReadonlySet<string>): Promise<Map<string, string>>
  /** One level of a tree; null: no such tree is registered. */
  treeLevel(tree: TreeNames, pid: string): Promise<TreeNode[] | null>
  /** The enabled items of all dictionaries with a fixed list, by code. */
  all(): Promise<Record<string, DictItem[]>>
  /** The codes of the dictionaries over a table. */
  codesOver(table: string): string[]
  /** Must be called after every write to sys_dict or sys_category; without a code all dictionaries are read again. */
  changed(code?: string): Promise<void>
}

export const MAX_ITEMS = 1000
/** The channel of PostgreSQL for changed dictionaries; the payload is the code, or empty for all of them. */
export const dictChannel = 'dict_changed'
const categoryPrefix = 'category:'

const item = ({ value, text, disabled, values }: FixedItem): DictItem => ({
  value,
  text,
  title: text,
  ...(disabled && { disabled }),
  ...(values && { values }),
})

/** Items of the database with the values of the shipped items that they override. */
function withShippedValues(items: readonly DictItem[], shipped: readonly DictItem[] = []): DictItem[] {
  const values = new Map(shipped.map((entry) => [String(entry.value), entry.values]))
  return items.map((entry) => {
    const added = values.get(String(entry.value))
    return added ? { ...entry, values: added } : entry
  })
}

type StoredDicts = Map<string, DictItem[]>

/** Reads the dictionaries of administrators: a few thousand rows at most. Copies of documents are only for the list. */
async function readStored(db: Db): Promise<StoredDicts> {
  const { rows } = await sql<{
    code: string
    numeric: boolean
    value: string | null
    text: string
    disabled: boolean
  }>`
    select d.dict_code as code, d.type = 1 as numeric, i.item_value as value, i.item_text as text,
      i.status is distinct from 1 as disabled
    from sys_dict d left join sys_dict_item i on i.dict_id = d.id
    where d.del_flag = 0 and d.origin is null order by d.dict_code, i.sort_order, i.item_value`.execute(db)
  const dicts: StoredDicts = new Map()
  for (const { code, numeric, value, text, disabled } of rows) {
    const items = dicts.get(code) ?? []
    if (value !== null) items.push(item({ value: numeric ? Number(value) : value, text, disabled }))
    dicts.set(code, items)
  }
  return dicts
}

async function categoryItems(db: Db, root: string, query: ItemQuery): Promise<DictItem[]> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from sys_category where starts_with(code, ${root})
      ${searched(sql.ref('name'), query.keyword)}
    order by code limit ${query.limit ?? MAX_ITEMS}`.execute(db)
  return rows.map((row) => item({ value: row.code, text: row.name }))
}

const isEnabled = ({ disabled }: DictItem): boolean => disabled !== true

const narrowed = (
  items: readonly DictItem[],
  { keyword, onlyEnabled = false, limit = MAX_ITEMS }: ItemQuery,
): DictItem[] =>
  items
    .filter((entry) => !onlyEnabled || isEnabled(entry))
    .filter(({ text }) => !keyword || matchesSearch(text, keyword) || matchesPinyin(text, keyword.trim()))
    .slice(0, limit)

const toMap = (rows: readonly { value: unknown; text: unknown }[]): Map<string, string> =>
  new Map(rows.map((row) => [String(row.value), String(row.text ?? '')]))

/** Names of a request are only compared and never enter a query. */
const findSource = (
  sources: Iterable<TableSource>,
  names: Exclude<TreeNames, { code: string }>,
): TableSource | undefined =>
  [...sources].find(
    ({ table, text, value, parent }) =>
      table === names.table && text === names.text && value === names.value && parent === names.parent,
  )

export async function openDictionaries(db: Database, tenantTables: TenantTables): Promise<Dictionaries> {
  const fixed = new Map<string, FixedSource>()
  const tables = new Map<string, TableSource>()
  let cached: Promise<StoredDicts> | null = null
  const forget = () => {
    cached = null
  }
  // A dictionary over a table is not cached.
  await db.listen(dictChannel, (code) => !tables.has(code) && forget(), forget)
  const stored = (): Promise<StoredDicts> => {
    if (cached) return cached
    const reading = runAsServer(() => readStored(db.app))
    cached = reading
    reading.catch(forget)
    return reading
  }
  const bound = (source: TableSource) => boundSource(source, tenantTables.has(source.table))
  const findRoot = (code: string) =>
    code.startsWith(categoryPrefix) ? code.slice(categoryPrefix.length) : null

  const has = async (code: string): Promise<boolean> => {
    if (fixed.has(code) || tables.has(code) || (await stored()).has(code)) return true
    const root = findRoot(code)
    if (root === null) return false
    return (
      (await db.app.selectFrom('sys_category').select('id').where('code', '=', root).execute()).length > 0
    )
  }

  const items = async (code: string, query: ItemQuery = {}): Promise<DictItem[]> => {
    const table = tables.get(code)
    const { over = db.app } = query
    if (table) return await tableItems(over, bound(table), query, MAX_ITEMS)
    const root = findRoot(code)
    if (root !== null) return await categoryItems(over, root, query)
    // The items in the database override the shipped ones.
    const shipped = fixed.get(code)?.items
    const overriding = (await stored()).get(code)
    return narrowed(overriding ? withShippedValues(overriding, shipped) : (shipped ?? []), query)
  }

  const readTexts = async (
    over: Db,
    code: string,
    values: ReadonlySet<string>,
    rows: 'ofTenant' | 'allowed' = 'ofTenant',
  ): Promise<Map<string, string>> => {
    const table = tables.get(code)
    const list = [...values]
    if (table) return toMap(await tableTexts(over, bound(table), list, rows))
    const root = findRoot(code)
    if (root !== null) {
      const { rows } = await sql<{
        value: string
        text: string
      }>`select code as value, name as text from sys_category
        where starts_with(code, ${root}) and code = any(${list})`.execute(over)
      return toMap(rows)
    }
    return toMap((await items(code, { limit: Infinity })).filter((entry) => values.has(String(entry.value))))
  }

  const matches: DictionaryWords['matches'] = async (code, words) => {
    const table = tables.get(code)
    if (table) {
      const rows = await tableMatches(db.app, bound(table), [...words])
      return rows.map(({ value, text }) => ({ value, text: text ?? '' }))
    }
    return (await items(code, { limit: 100_000, onlyEnabled: true }))
      .map(({ value, text }) => ({ value: String(value), text }))
      .filter(({ value, text }) => words.has(value) || words.has(text))
  }

  const find = async (code: string): Promise<string | null> => {
    if (await has(code)) return code
    const tree = [...tables].find(
      ([, { table, text, value, parent }]) => parent !== undefined && code === `${table},${text},${value}`,
    )
    return tree?.[0] ?? null
  }

  return {
    has,
    find,
    items,
    matches,
    async itemsWhere(code, where) {
      const { filters = {} } = tables.get(code) ?? {}
      const names = Object.keys(where)
      // No column contains a text with U+0000, and the database would refuse the query.
      if (!names.every((name) => Object.hasOwn(filters, name) && !String(where[name]).includes('\u0000')))
        return null
      return await items(code, {
        where: Object.fromEntries(names.map((name) => [filters[name] as string, where[name]])),
      })
    },
    async texts(valuesByCode, over = db.app) {
      const find = async ([code, values]: [string, ReadonlySet<string>]) =>
        [code, await readTexts(over, code, values)] as const
      if (!over.isTransaction) return new Map(await Promise.all([...valuesByCode].map(find)))
      const texts = new Map<string, Map<string, string>>()
      // One connection runs one query at a time.
      for (const entry of valuesByCode) texts.set(...(await find(entry)))
      return texts
    },
    visibleTexts: (code, values) => readTexts(db.app, code, values, 'allowed'),
    async treeLevel(tree, pid) {
      const source = 'code' in tree ? tables.get(tree.code) : findSource(tables.values(), tree)
      const parent = source?.parent
      return source && parent !== undefined
        ? await treeLevel(db.app, { ...bound(source), parent }, pid, MAX_ITEMS)
        : null
    },
    async all() {
      const lists = [...fixed].map(([code, source]) => [code, source.items] as const)
      return Object.fromEntries(
        [...lists, ...(await stored())].map(([code, list]) => [code, list.filter(isEnabled)]),
      )
    },
    codesOver: (table) => [...tables].flatMap(([code, source]) => (source.table === table ? code : [])),
    registerItems(code, list) {
      fixed.set(code, { items: list.map(item) })
    },
    registerTable: (code, source) => void tables.set(code, source),
    async registerTree(nodes) {
      await db.write((trx) => putTree(trx, nodes, '0'))
    },
    unregister(code) {
      fixed.delete(code)
      tables.delete(code)
    },
    async changed(code = '') {
      forget()
      await db.notify(dictChannel, code)
    },
  }
}

async function putTree(db: Db, nodes: readonly CategorySeed[], pid: string): Promise<void> {
  for (const [at, { code, name, children = [] }] of nodes.entries()) {
    const row = { pid, name, sort_no: at, has_child: children.length > 0 ? '1' : '0' }
    await db
      .insertInto('sys_category')
      .values({ id: code, code, ...row })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          ...row,
          // A person may have renamed it.
          name: sql<string>`case when sys_category.update_by is null then excluded.name else sys_category.name end`,
          has_child: sql<string>`case when excluded.has_child = '1' then '1' else sys_category.has_child end`,
        }),
      )
      .execute()
    await putTree(db, children, code)
  }
}
