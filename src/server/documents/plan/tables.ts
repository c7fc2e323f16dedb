import { createHash } from 'node:crypto'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { findMask } from '#runtime/kernel/text/mask.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { listFields, positionKey, queryRule } from '#runtime/schema/derive.ts'
import type { FieldValues, SqlColumn } from '#runtime/schema/field-value.ts'
import {
  auditKeys,
  type DetailField,
  type Field,
  isDetail,
  type StoredScreen,
} from '#runtime/schema/types.ts'
import type { ActualColumn } from '../library/catalog.ts'

/** A column that a document needs. `default` is a literal of the program, never text of a document. */
export interface WantedColumn {
  name: string
  type: SqlColumn
  notNull?: boolean
  default?: '1' | '0'
  renamedFrom?: string
  /** The database fills it with the pinyin of this column. */
  pinyinSource?: string
}

/** `live` restricts the index to rows that are not deleted. `list` keys sort like lists: `desc nulls last`, then `id`. */
export interface WantedIndex {
  name: string
  columns: string[]
  kind: 'list' | 'plain' | 'prefix' | 'contains' | 'pinyin' | 'unique'
  live: boolean
}

export interface WantedTable {
  name: string
  /** The former name of the table. */
  renamedFrom?: string
  columns: WantedColumn[]
  indexes: WantedIndex[]
  /** The column of ids by whose months the table has partitions. */
  partition?: string
  /** The names of indexes that earlier versions made and that only cost time. */
  unwanted?: string[]
}

export const getColumnName = (field: Pick<Field, 'key' | 'column'>): string =>
  field.column ?? toSnake(field.key)

/** The stored type of a field; null when it is not stored. */
export function findStorage(field: Field, types: FieldValues): SqlColumn | null {
  if (field.persist === false || field.from !== undefined || isDetail(field)) return null
  return types.get(field.type)?.column(field) ?? null
}

const id: SqlColumn = { type: 'varchar', length: 36 }
const who: SqlColumn = { type: 'varchar', length: 64 }

/** The columns that every table has besides its fields. */
const auditColumns: WantedColumn[] = [
  { name: 'id', type: id, notNull: true },
  { name: 'rev', type: { type: 'integer' }, notNull: true, default: '1' },
  { name: 'create_by', type: who },
  { name: 'create_time', type: { type: 'timestamp' } },
  { name: 'update_by', type: who },
  { name: 'update_time', type: { type: 'timestamp' } },
  { name: 'sys_org_code', type: who },
]

/** The column with the tenant of a record, in tables with `tenant`. */
export const tenantColumn = 'tenant_id'

const formerName = ({ renamedFrom }: { renamedFrom?: string }) =>
  renamedFrom === undefined ? {} : { renamedFrom }

/** The tables that a screen needs: its own, then one for each detail. Pure. */
export function wantedTables(screen: StoredScreen, types: FieldValues): WantedTable[] {
  const { name, softDelete = false, tenant: isTenantBound = false, indexes = [] } = screen.table
  // Values are unique within a tenant: a refusal must not tell which values another tenant has.
  const within = (columns: string[], kind: WantedIndex['kind']): string[] =>
    isTenantBound && kind === 'unique' ? [tenantColumn, ...columns] : columns
  const index = (columns: string[], kind: WantedIndex['kind'], customName?: string): WantedIndex => ({
    name: customName ?? indexName(name, within(columns, kind), kind),
    columns: within(columns, kind),
    kind,
    live: softDelete,
  })
  const byKey = new Map(screen.fields.map((field) => [field.key, field]))
  const columnAt = (key: string) => getColumnName(byKey.get(key) ?? { key })
  const head: WantedTable = {
    name,
    ...formerName(screen.table),
    columns: [...auditColumns, ...storedColumns(screen.fields, types)],
    indexes: [index(['create_time'], 'list')],
  }
  if (screen.table.partition !== undefined) head.partition = columnAt(screen.table.partition)
  if (softDelete)
    head.columns.push({ name: 'del_flag', type: { type: 'integer' }, notNull: true, default: '0' })
  if (isTenantBound) {
    head.columns.push({ name: tenantColumn, type: { type: 'integer' }, notNull: true, default: '0' })
    head.indexes.push(index([tenantColumn], 'plain'))
  }
  const listed = new Set(listFields(screen, types).map(({ key }) => key))
  for (const field of screen.fields) {
    const wanted = listKinds(field, screen, types, listed.has(field.key)).map((kind) =>
      index([getColumnName(field)], kind),
    )
    if (!isPosted(field, screen, types)) head.indexes.push(...wanted)
    else head.unwanted = [...(head.unwanted ?? []), ...wanted.map((entry) => entry.name)]
  }
  for (const field of screen.fields.filter((entry) => hasPinyin(entry, types))) {
    const column = getColumnName(field)
    head.columns.push({ name: pinyinColumn(column), type: { type: 'text' }, pinyinSource: column })
    head.indexes.push(index([pinyinColumn(column)], 'pinyin'))
  }
  const sort = jointSort(screen, types)
  if (sort) head.indexes.push(index(sort.map(columnAt), 'list'))
  // A branch is read by its parent.
  const parent = screen.tree && byKey.get(screen.tree.parent)
  if (parent && findStorage(parent, types)) head.indexes.push(index([getColumnName(parent)], 'plain'))
  for (const key of [...ruleKeys(screen), ...(screen.list?.query ?? [])]) {
    const field = byKey.get(key)
    if (field ? ![undefined, 'native'].includes(findStorage(field, types)?.type) : isAudit(key))
      head.indexes.push(index([columnAt(key)], 'list'))
  }
  for (const key of [...listed].filter((listKey) => !byKey.has(listKey) && isAudit(listKey)))
    head.indexes.push(index([columnAt(key)], 'list'))
  for (const { fields: keys = [], period = [] } of screen.table.limits ?? [])
    head.indexes.push(index([...keys, ...period].map(columnAt), 'plain'))
  for (const entry of indexes) {
    const { fields, unique = false, name: customName } = Array.isArray(entry) ? { fields: entry } : entry
    head.indexes.push(index(fields.map(columnAt), unique ? 'unique' : 'plain', customName))
  }
  return [
    withoutTwins(head),
    ...screen.fields.filter(isDetail).flatMap((detail) => detailTable(detail, types)),
  ]
}

function detailTable(detail: DetailField, types: FieldValues): WantedTable[] {
  if (!detail.table) return []
  const { name, fk } = detail.table
  const order = positionKey(detail)
  const columns = [...auditColumns, { name: toSnake(fk), type: id }]
  if (order !== undefined && !detail.fields.some((field) => field.key === order)) {
    columns.push({ name: toSnake(order), type: { type: 'integer' } })
  }
  const keys = [toSnake(fk), ...(order === undefined ? [] : [toSnake(order)])]
  const table: WantedTable = {
    name,
    ...formerName(detail.table),
    columns: [...columns, ...storedColumns(detail.fields, types)],
    indexes: [{ name: indexName(name, keys, 'plain'), columns: keys, kind: 'plain', live: false }],
  }
  return [table]
}

const storedColumns = (fields: readonly Field[], types: FieldValues): WantedColumn[] =>
  fields.flatMap((field) => {
    const type = findStorage(field, types)
    if (!type) return []
    const renamedFrom = field.renamedFrom === undefined ? {} : { renamedFrom: toSnake(field.renamedFrom) }
    return { name: getColumnName(field), type, ...renamedFrom }
  })

const isAudit = (key: string): boolean => auditKeys.some((audit) => audit === key)

/** An index entry holds at most 2,704 bytes; a character takes up to four of them. */
const MAX_SORTED_LETTERS = 600

/** The number of letters of a column in an index; null where an index cannot sort it. */
function sortedLetters(stored: SqlColumn | null): number | null {
  if (!stored || ['jsonb', 'bytea', 'text', 'native'].includes(stored.type)) return null
  const letters = stored.type === 'varchar' ? stored.length : 0
  return letters <= MAX_SORTED_LETTERS ? letters : null
}

const isText = (stored: SqlColumn | null): boolean => stored?.type === 'varchar' || stored?.type === 'text'

/** Whether queries search for a part of the field's text: its column has an index of trigrams. */
export function isSearched(field: Field, types: FieldValues): boolean {
  const rule = queryRule(field, types)
  return isText(findStorage(field, types)) && (rule === 'like' || rule === 'left_like')
}

/** Longer texts are no names: nobody types the first letters of a paragraph. */
const MAX_PINYIN_LENGTH = 255

/** Whether queries also find the field's text by its pinyin: names and titles, whose column has a companion for it. */
export function hasPinyin(field: Field, types: FieldValues): boolean {
  const stored = findStorage(field, types)
  if (stored?.type !== 'varchar' || stored.length > MAX_PINYIN_LENGTH || !isSearched(field, types))
    return false
  return !field.dictCode && !field.options && findMask(field) === undefined
}

const PINYIN_PREFIX = 'sys_py_'

/** The column beside a column of names that holds their pinyin (migration 041). */
export const pinyinColumn = (column: string): string =>
  PINYIN_PREFIX.length + column.length <= 63 ? PINYIN_PREFIX + column : `${PINYIN_PREFIX}${shortHash(column)}`

export const isPinyinColumn = (name: string): boolean => name.startsWith(PINYIN_PREFIX)

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** The indexes that a list over a million rows needs to query and to sort by this field. */
function listKinds(
  field: Field,
  screen: StoredScreen,
  types: FieldValues,
  isListed: boolean,
): WantedIndex['kind'][] {
  const stored = findStorage(field, types)
  if (!stored || ['jsonb', 'bytea', 'native'].includes(stored.type)) return []
  const kinds: WantedIndex['kind'][] = []
  const rule = queryRule(field, types)
  if (field.validateRules?.some((entry) => entry.unique)) kinds.push('unique')
  const isSorted = isListed || field.isOrder || sortKeys(screen).includes(field.key)
  const isCompared = rule && ['eq', 'in', 'range', 'gt', 'ge', 'lt', 'le'].includes(rule)
  if (sortedLetters(stored) !== null && (isSorted || isCompared)) kinds.push('list')
  if (isText(stored) && (rule === 'right_like' || screen.sideTree?.field === field.key)) kinds.push('prefix')
  if (isSearched(field, types)) kinds.push('contains')
  return kinds
}

/**
 * Whether effects write the number again and again, as a posting writes what a balance adds up: each write would move the row in all
 * indexes of the table, where without an index of the number it moves in none.
 */
function isPosted(field: Field, { table }: StoredScreen, types: FieldValues): boolean {
  const isFoundByKey = table.indexes?.some((entry) => !Array.isArray(entry) && entry.unique) === true
  return (
    table.derived === true &&
    isFoundByKey &&
    field.follow === undefined &&
    findStorage(field, types)?.type === 'numeric'
  )
}

/** The columns of the list's default sort when it has several of one direction: one index serves it. */
function jointSort(screen: StoredScreen, types: FieldValues): string[] | null {
  const parts = (screen.list?.sort ?? '').split(',')
  const directions = new Set(parts.map((part) => part.startsWith('-')))
  if (parts.length < 2 || directions.size > 1) return null
  const letters = sortKeys(screen).map((key) => {
    const field = screen.fields.find((entry) => entry.key === key)
    return field ? sortedLetters(findStorage(field, types)) : isAudit(key) ? 64 : null
  })
  const sum = letters.reduce<number | null>((a, b) => (a === null || b === null ? null : a + b), 0)
  return sum !== null && sum <= MAX_SORTED_LETTERS ? sortKeys(screen) : null
}

/** The keys that row rules compare, in every request of the users to whom they apply. */
const ruleKeys = (screen: StoredScreen): string[] =>
  (screen.rowRules ?? []).flatMap(({ where }) => {
    const read = parseExpression(where)
    return read.ok ? read.value.names : []
  })

const sortKeys = (screen: StoredScreen): string[] =>
  (screen.list?.sort ?? '').split(',').map((part) => part.replace(/^-/, ''))

const withoutTwins = (table: WantedTable): WantedTable => ({
  ...table,
  indexes: [...new Map(table.indexes.map((entry) => [entry.name, entry])).values()],
})

const letters = { list: 'ls', plain: 'ix', prefix: 'px', contains: 'lt', pinyin: 'py', unique: 'ux' } as const

/** At most 63 bytes, because PostgreSQL truncates longer names silently. */
export function indexName(table: string, columns: readonly string[], kind: WantedIndex['kind']): string {
  const plain = `${letters[kind]}_${table}_${columns.join('_')}`
  if (plain.length <= 63) return plain
  return `${plain.slice(0, 54)}_${shortHash(plain)}`
}

/** A type as it is written in DDL. Type names come from the program, numbers from checked documents. */
export function typeText(type: ActualColumn): string {
  if (type.type === 'other') return type.name
  if (type.type === 'native') return 'text'
  if (type.type === 'varchar') return `varchar(${type.length})`
  if (type.type !== 'numeric') return type.type
  if (type.precision !== undefined) return `numeric(${type.precision},${type.scale ?? 0})`
  return 'numeric'
}
