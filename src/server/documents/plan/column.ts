import { type RawBuilder, sql } from 'kysely'
import type { NameKind } from '#runtime/kernel/expression.ts'
import type { AnyFieldValue, FieldValues, SqlColumn } from '#runtime/schema/field-value.ts'
import { type AuditKey, type Field, isAccountKey, userDict } from '#runtime/schema/types.ts'
import { findStorage, getColumnName } from './tables.ts'

/**
 * A stored column. Query builders accept these and never a name from a request: a name of a request is looked up in a
 * map of columns and refused when it is missing.
 */
export interface Column {
  readonly key: string
  readonly name: string
  readonly ref: RawBuilder<unknown>
  readonly type: SqlColumn
  /** Null for the audit columns. */
  readonly field: Field | null
  readonly dictCode: string | null
  /** It contains account names of users; conditions accept the users' names too. */
  readonly isAccount?: boolean
  /** The column has an index of trigrams, and conditions can use it. */
  readonly hasTriples?: boolean
  /** The pinyin of its values (migration 041), by which searches find them too; with an index of its own beside `hasTriples`. */
  readonly pinyin?: RawBuilder<unknown>
  /** Its values are masked for this user: conditions compare whole values only. */
  readonly isMasked?: boolean
  /** The states of records in which this user sees it; absent: in all. */
  readonly shownIn?: readonly string[]
  /** What its values are, where their letters do not tell. */
  readonly kind?: NameKind
  /** It is an expression over another table, whose writes do not change the version of the list's own table. */
  readonly readsOthers?: boolean
  /** The condition for a value, where it is no comparison with `ref`; null for a value that it does not know. */
  readonly compare?: (value: string) => RawBuilder<unknown> | null
  /** The database alone writes it. */
  readonly isNative?: boolean
  fromDb(raw: unknown): unknown
  toDb(value: unknown): unknown
}

const auditTypes: Record<AuditKey, { name: string; type: SqlColumn }> = {
  id: { name: 'id', type: { type: 'varchar', length: 36 } },
  rev: { name: 'rev', type: { type: 'integer' } },
  createBy: { name: 'create_by', type: { type: 'varchar', length: 64 } },
  createTime: { name: 'create_time', type: { type: 'timestamp' } },
  updateBy: { name: 'update_by', type: { type: 'varchar', length: 64 } },
  updateTime: { name: 'update_time', type: { type: 'timestamp' } },
  sysOrgCode: { name: 'sys_org_code', type: { type: 'varchar', length: 64 } },
}

const same = (raw: unknown): unknown => raw ?? null

export const auditColumns: readonly Column[] = Object.entries(auditTypes).map(([key, { name, type }]) => {
  const isAccount = isAccountKey(key)
  return {
    key,
    name,
    ref: sql.ref(`t.${name}`),
    type,
    field: null,
    dictCode: isAccount ? userDict : null,
    isAccount,
    fromDb: same,
    toDb: same,
  }
})

/** The position column of detail rows that have no field for it. */
export const positionColumn = ({ key, name }: { key: string; name: string }): Column => ({
  key,
  name,
  ref: sql.ref(`t.${name}`),
  type: { type: 'integer' },
  field: null,
  dictCode: null,
  fromDb: same,
  toDb: same,
})

/** The expression that reads a column of the table with an alias. */
export const refIn = (alias: string, { name, isNative }: Pick<Column, 'name' | 'isNative'>) =>
  isNative ? sql`${sql.ref(`${alias}.${name}`)}::text` : sql.ref(`${alias}.${name}`)

/** The dictionary whose texts the server sends with the values of a field. */
export const findDict = (field: Field, half?: AnyFieldValue): string | null => {
  if (field.options) return null
  return typeof field.dictCode === 'string' ? field.dictCode : (half?.dict?.(field) ?? null)
}

/** The columns of a list of fields, audit columns first. */
export function indexColumns(fields: readonly Field[], types: FieldValues): Map<string, Column> {
  const columns = new Map(auditColumns.map((column) => [column.key, column]))
  for (const field of fields) {
    const stored = findStorage(field, types)
    const half = types.get(field.type)
    if (!stored || !half || columns.has(field.key)) continue
    const name = getColumnName(field)
    const isNative = stored.type === 'native'
    const type: SqlColumn = isNative ? { type: 'text' } : stored
    columns.set(field.key, {
      key: field.key,
      name,
      ref: refIn('t', { name, isNative }),
      type,
      field,
      isNative,
      dictCode: findDict(field, half),
      kind: half.readsAs?.(field),
      fromDb: (raw) => half.toWire(half.fromWire(raw, field), field) ?? null,
      toDb: (value) => {
        if (value === null || value === undefined || value === '') return null
        const stored = half.toWire(half.fromWire(value, field), field) ?? null
        return type.type === 'jsonb' && stored !== null ? JSON.stringify(stored) : stored
      },
    })
  }
  return columns
}
