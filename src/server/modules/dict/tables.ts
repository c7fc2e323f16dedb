import { type RawBuilder, sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { indexColumns } from '../../documents/plan/column.ts'
import { tenantColumn } from '../../documents/plan/tables.ts'
import type { TableSource } from '../../documents/services.ts'
import { currentUser } from '../../platform/http/requests/requester.ts'
import type { Db } from '../../platform/store/database.ts'
import { compileRowRules } from '../../records/access/row-rules.ts'
import { listRowConditions } from '../../records/caller.ts'
import { textCondition } from '../../records/query/text-condition.ts'
import type { DictItem, ItemQuery } from './item.ts'

/** The contract's node of a dictionary tree. */
export interface TreeNode {
  key: string
  value: string
  title: string
  parentId: string
  leaf: boolean
  children: null
}

/** The condition of a typed text on a column of texts, in any case. */
export const searched = (text: RawBuilder<unknown>, keyword: string | undefined): RawBuilder<unknown> =>
  keyword
    ? sql`and ${textCondition(
        { ref: sql`lower(${text})`, pinyin: sql`sys_pinyin(${text}::text)` },
        'like',
        keyword.toLowerCase(),
      )}`
    : sql``

const column = (name: string): RawBuilder<unknown> => sql.ref(`t.${name}`)

/** A dictionary over a table with the conditions on its rows, which are called `t`. */
export interface BoundSource extends TableSource {
  /** The rows of a table of tenants are those of the request's tenant. */
  ofTenant: RawBuilder<unknown>
  /** The rows that the user of the request may see, removed ones too. */
  allowed: RawBuilder<unknown>
  /** The rows that can be chosen: not removed, and visible to the user of the request. */
  visible: RawBuilder<unknown>
}

type Rules = Parameters<typeof listRowConditions>[0]
const rulesOfScreens = new WeakMap<StoredScreen, Rules>()

function getRules(screen: StoredScreen): Rules {
  const cached = rulesOfScreens.get(screen)
  if (cached) return cached
  const columns = indexColumns(screen.fields, fieldValues)
  const rules = { screen, columns, rowRules: compileRowRules(screen, columns) }
  rulesOfScreens.set(screen, rules)
  return rules
}

export function boundSource(source: TableSource, isTenantBound: boolean): BoundSource {
  const user = currentUser()
  const ofTenant = isTenantBound ? sql`and ${column(tenantColumn)} = ${user?.tenantId ?? 0}` : sql``
  const alive = source.softDelete ? sql`and t.del_flag = 0` : sql``
  const conditions = source.screen && user ? listRowConditions(getRules(source.screen), user) : []
  const ofUser = sql.join(
    conditions.map((condition) => sql`and (${condition})`),
    sql` `,
  )
  const allowed = sql`${ofTenant} ${ofUser}`
  return { ...source, ofTenant, allowed, visible: sql`${allowed} ${alive}` }
}

/** The value of the parent row, if there is one. */
const above = ({ table, value, parent }: TableSource): RawBuilder<unknown> =>
  parent === undefined
    ? sql`null`
    : sql`(select p.${sql.id(value)}::text from ${sql.id(table)} as p where p.id = t.${sql.id(parent)})`

export async function tableItems(
  db: Db,
  source: BoundSource,
  query: ItemQuery,
  most: number,
): Promise<DictItem[]> {
  const { keyword, limit = most, where = {} } = query
  const value = column(source.value)
  const text = column(source.text)
  const like = searched(text, keyword)
  const equal = Object.entries(where).map(
    ([name, filterValue]) => sql`and ${column(name)}::text = ${String(filterValue)}`,
  )
  const fields = Object.entries(source.fields ?? {})
  const further = fields.map(([, field], at) => sql`, ${column(field.column)} as ${sql.id(`field${at}`)}`)
  const { rows } = await sql<{ value: string; text: string | null; parent: string | null }>`
    select ${value}::text as value, ${text}::text as text, ${above(source)} as parent
      ${sql.join(further, sql``)}
    from ${sql.id(source.table)} as t
    where ${value} is not null ${source.visible} ${like} ${sql.join(equal, sql` `)}
    order by ${value} limit ${limit}`.execute(db)
  const items = rows.map((row) => ({
    value: row.value,
    text: row.text ?? '',
    title: row.text ?? '',
    ...(row.parent !== null && { parent: row.parent }),
    ...(fields.length > 0 && { values: readValues(row, fields) }),
  }))
  return source.parent === undefined ? items : parentsFirst(items)
}

const readValues = (
  row: object,
  fields: readonly [string, { fromDb(raw: unknown): unknown }][],
): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(([name, { fromDb }], at) => [name, fromDb((row as Record<string, unknown>)[`field${at}`])]),
  )

/** Orders items with parents first, so that they can be nested in one pass. */
function parentsFirst(items: readonly DictItem[]): DictItem[] {
  const values = new Set(items.map((item) => String(item.value)))
  const below = new Map<string, DictItem[]>()
  for (const item of items) {
    const parent = item.parent !== undefined && values.has(item.parent) ? item.parent : ''
    const siblings = below.get(parent)
    if (siblings) siblings.push(item)
    else below.set(parent, [item])
  }
  const sorted: DictItem[] = []
  // Items of a circle are never reached and left out, which prevents an endless loop.
  for (let level = below.get('') ?? []; level.length > 0; ) {
    for (const item of level) sorted.push(item)
    level = level.flatMap((item) => below.get(String(item.value)) ?? [])
  }
  return sorted
}

/** The texts of values; of all rows of the tenant, or of those that meet `allowed`. */
export async function tableTexts(
  db: Db,
  source: BoundSource,
  values: readonly string[],
  rows: 'ofTenant' | 'allowed',
): Promise<{ value: string; text: string | null }[]> {
  const answer = await sql<{ value: string; text: string | null }>`
    select ${column(source.value)}::text as value, ${column(source.text)}::text as text
    from ${sql.id(source.table)} as t
    where ${column(source.value)}::text = any(${values}) ${source[rows]}`.execute(db)
  return answer.rows
}

/** The items whose value or text is one of the words. */
export async function tableMatches(
  db: Db,
  source: BoundSource,
  words: readonly string[],
): Promise<{ value: string; text: string | null }[]> {
  const { rows } = await sql<{ value: string; text: string | null }>`
    select ${column(source.value)}::text as value, ${column(source.text)}::text as text
    from ${sql.id(source.table)} as t
    where (${column(source.value)}::text = any(${words}) or ${column(source.text)}::text = any(${words}))
      and ${column(source.value)} is not null ${source.visible}
    order by 1`.execute(db)
  return rows
}

/** One level below the row with this value; an empty value means the roots. */
export async function treeLevel(
  db: Db,
  source: BoundSource & { parent: string },
  pid: string,
  most: number,
): Promise<TreeNode[]> {
  const { table, text, value, parent } = source
  const isRoot = pid === '' || pid === '0'
  const rows = sql`(select t.* from ${sql.id(table)} as t where true ${source.visible})`
  // A row whose parent the user does not see is at the top.
  const place = isRoot
    ? sql`not exists (select 1 from ${rows} as p where p.id = t.${sql.id(parent)})`
    : sql`t.${sql.id(parent)} in (select p.id from ${sql.id(table)} as p where p.${sql.id(value)}::text = ${pid})`
  const answer = await sql<{ value: string; text: string | null; leaf: boolean }>`
    select t.${sql.id(value)}::text as value, t.${sql.id(text)}::text as text,
      not exists (select 1 from ${rows} as c where c.${sql.id(parent)} = t.id) as leaf
    from ${sql.id(table)} as t where ${place} and t.${sql.id(value)} is not null ${source.visible}
    order by t.${sql.id(value)} limit ${most}`.execute(db)
  return answer.rows.map((row) => ({
    key: row.value,
    value: row.value,
    title: row.text ?? '',
    parentId: isRoot ? '' : pid,
    leaf: row.leaf,
    children: null,
  }))
}
