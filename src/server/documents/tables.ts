import { createHash } from 'node:crypto'
import { parseExpression } from '../../../runtime/kernel/expression.ts'
import { toSnake } from '../../../runtime/kernel/names.ts'
import { positionKey, queryRule } from '../../../runtime/schema/derive.ts'
import type { FieldValues, SqlColumn } from '../../../runtime/schema/field-value.ts'
import {
  auditKeys,
  type DetailField,
  type Field,
  isDetail,
  type StoredScreen,
} from '../../../runtime/schema/types.ts'

/** A column as a document wants it. `default` is a literal of ours, never text of a document. */
export interface WantedColumn {
  name: string
  type: SqlColumn
  notNull?: boolean
  default?: '1' | '0'
  renamedFrom?: string
}

/** `live` = only rows that are not deleted. `list` keys sort as lists do: `desc nulls last`, then `id`. */
export interface WantedIndex {
  name: string
  columns: string[]
  kind: 'list' | 'plain' | 'prefix' | 'contains' | 'unique'
  live: boolean
}

export interface WantedTable {
  name: string
  columns: WantedColumn[]
  indexes: WantedIndex[]
}

export const columnOf = (field: Pick<Field, 'key' | 'column'>): string => field.column ?? toSnake(field.key)

/** How a field is stored; null when it is not. */
export function storageOf(field: Field, types: FieldValues): SqlColumn | null {
  if (field.persist === false || isDetail(field)) return null
  return types.get(field.type)?.column(field) ?? null
}

const id: SqlColumn = { type: 'varchar', length: 36 }
const who: SqlColumn = { type: 'varchar', length: 64 }

/** What every table of ours has besides its fields. */
const auditColumns: WantedColumn[] = [
  { name: 'id', type: id, notNull: true },
  { name: 'rev', type: { type: 'integer' }, notNull: true, default: '1' },
  { name: 'create_by', type: who },
  { name: 'create_time', type: { type: 'timestamp' } },
  { name: 'update_by', type: who },
  { name: 'update_time', type: { type: 'timestamp' } },
  { name: 'sys_org_code', type: who },
]

/** The tables a screen wants: its own, then one for each detail. Pure. */
export function wantedTables(screen: StoredScreen, types: FieldValues): WantedTable[] {
  const { name, softDelete = false, indexes = [] } = screen.table
  const index = (columns: string[], kind: WantedIndex['kind'], wanted?: string): WantedIndex => ({
    name: wanted ?? indexName(name, columns, kind),
    columns,
    kind,
    live: softDelete,
  })
  const head: WantedTable = {
    name,
    columns: [...auditColumns, ...storedColumns(screen.fields, types)],
    indexes: [index(['create_time'], 'list')],
  }
  if (softDelete)
    head.columns.push({ name: 'del_flag', type: { type: 'integer' }, notNull: true, default: '0' })
  const byKey = new Map(screen.fields.map((field) => [field.key, field]))
  const known = (key: string) => columnOf(byKey.get(key) ?? { key })
  for (const field of screen.fields) {
    for (const kind of kindsOf(field, screen, types)) head.indexes.push(index([columnOf(field)], kind))
  }
  // A branch is read by what it hangs on.
  const parent = screen.tree && byKey.get(screen.tree.parent)
  if (parent && storageOf(parent, types)) head.indexes.push(index([columnOf(parent)], 'plain'))
  for (const key of [...ruleKeys(screen), ...(screen.list?.query ?? [])]) {
    const field = byKey.get(key)
    const stored = field ? storageOf(field, types) !== null : auditKeys.some((audit) => audit === key)
    if (stored) head.indexes.push(index([known(key)], 'list'))
  }
  for (const entry of indexes) {
    const { fields, unique = false, name: said } = Array.isArray(entry) ? { fields: entry } : entry
    head.indexes.push(index(fields.map(known), unique ? 'unique' : 'plain', said))
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
    columns: [...columns, ...storedColumns(detail.fields, types)],
    indexes: [{ name: indexName(name, keys, 'plain'), columns: keys, kind: 'plain', live: false }],
  }
  return [table]
}

const storedColumns = (fields: readonly Field[], types: FieldValues): WantedColumn[] =>
  fields.flatMap((field) => {
    const type = storageOf(field, types)
    if (!type) return []
    const renamedFrom = field.renamedFrom === undefined ? {} : { renamedFrom: toSnake(field.renamedFrom) }
    return { name: columnOf(field), type, ...renamedFrom }
  })

/** The indexes that a list over a million rows needs for what this field may be asked. */
function kindsOf(field: Field, screen: StoredScreen, types: FieldValues): WantedIndex['kind'][] {
  const stored = storageOf(field, types)
  if (!stored || stored.type === 'jsonb' || stored.type === 'bytea') return []
  const kinds: WantedIndex['kind'][] = []
  const rule = queryRule(field, types)
  const isText = stored.type === 'varchar' || stored.type === 'text'
  if (field.validateRules?.some((entry) => entry.unique)) kinds.push('unique')
  if (field.isOrder || sortKeys(screen).includes(field.key)) kinds.push('list')
  else if (rule && ['eq', 'in', 'range', 'gt', 'ge', 'lt', 'le'].includes(rule) && stored.type !== 'text')
    kinds.push('list')
  if (isText && (rule === 'right_like' || screen.sideTree?.field === field.key)) kinds.push('prefix')
  if (isText && (rule === 'like' || rule === 'left_like')) kinds.push('contains')
  return kinds
}

/** What data rules compare: every request of the users they bind asks it. */
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

const letters = { list: 'ls', plain: 'ix', prefix: 'px', contains: 'tg', unique: 'ux' } as const

/** At most 63 bytes, as PostgreSQL cuts longer names silently. */
export function indexName(table: string, columns: readonly string[], kind: WantedIndex['kind']): string {
  const plain = `${letters[kind]}_${table}_${columns.join('_')}`
  if (plain.length <= 63) return plain
  return `${plain.slice(0, 54)}_${createHash('sha256').update(plain).digest('hex').slice(0, 8)}`
}

/** A type as it is written in DDL. The words are ours; numbers come from checked documents. */
export function typeText(type: SqlColumn): string {
  if (type.type === 'varchar') return `varchar(${type.length})`
  if (type.type !== 'numeric') return type.type
  if (type.precision !== undefined) return `numeric(${type.precision},${type.scale ?? 0})`
  return 'numeric'
}
