import { type RawBuilder, sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { isDate } from '#runtime/kernel/time.ts'
import type { SqlColumn } from '#runtime/schema/field-value.ts'
import type { Field, ReportParam, StoredReport } from '#runtime/schema/types.ts'
import { type Column, indexColumns } from '../plan/column.ts'
import { buildMySql } from './mysql-statement.ts'
import { readSql, type SqlText } from './sql-text.ts'

/** A report prepared for requests: every name of a request is looked up here. */
export interface Report {
  document: StoredReport
  columns: ReadonlyMap<string, Column>
  params: readonly { param: ReportParam; type: SqlColumn }[]
  /** `(…) as t`, with the values bound. */
  rows(values: ReadonlyMap<string, string | null>): RawBuilder<unknown>
  /** The statement with the values for a database that is no PostgreSQL; a text says why there is none. */
  mySqlStatement(values: ReadonlyMap<string, string | null>): ReturnType<typeof buildMySql>
  /** `(…) as t` of rows that were read elsewhere, for the statements of this database. */
  fetched(rows: FetchedRows): RawBuilder<unknown>
}

/** Rows of another database, as the texts in which PostgreSQL writes such values. */
export interface FetchedRows {
  /** The names of the columns in lower case. */
  names: readonly string[]
  rows: readonly (readonly (string | null)[])[]
}

/** Values are cast to the type in the document, so that both sides of a condition have the same type. */
export function getCast(type: SqlColumn): string {
  if (type.type === 'varchar' || type.type === 'bytea') return 'text'
  if (type.type === 'timestamp') return 'timestamp(0)'
  if (type.type === 'numeric' && type.scale !== undefined) return `numeric(38,${type.scale})`
  return type.type
}

const getType = (field: Pick<Field, 'type'>): SqlColumn =>
  fieldValues.get(field.type)?.column(field as Field) ?? { type: 'text' }

const hasDays = ({ type }: SqlColumn): boolean => type === 'date' || type.startsWith('timestamp')

const beforeEnd = /(<=|\bbetween\b(?:(?!\band\b).)*\band)\s*(coalesce\s*\(\s*)?$/is
/** What is computed from the parameter is no end itself. */
const isComputed = /^\s*(::|[-+*/|]|at\s)/i

/** Whether the parameter at this place is the end of a period: then a date means the whole day. */
function isUpperEnd(pieces: SqlText['pieces'], at: number): boolean {
  const next = pieces[at + 1]
  if (typeof next === 'string' && isComputed.test(next)) return false
  const before = pieces.slice(0, at).map((piece) => (typeof piece === 'string' ? piece : '?'))
  return beforeEnd.test(before.join('').slice(-MAX_BEFORE))
}

/** Characters before a parameter that tell what it is compared with. */
const MAX_BEFORE = 400

/** Finds the value and the type of the parameter at a place of the statement. */
function binder(text: SqlText, params: Report['params'], values: ReadonlyMap<string, string | null>) {
  const types = new Map(params.map(({ param, type }) => [param.key, type]))
  return (name: string, at: number): { value: string | null; type: SqlColumn } => {
    const value = values.get(name) ?? null
    const type = types.get(name) ?? { type: 'text' }
    return value !== null && isDate(value) && hasDays(type) && isUpperEnd(text.pieces, at)
      ? { value: `${value} 23:59:59`, type: { type: 'timestamp' } }
      : { value, type }
  }
}

/** The columns in the types of their fields, of a query. */
function typedRows(columns: readonly Column[], query: RawBuilder<unknown>): RawBuilder<unknown> {
  const outer = columns.map(
    ({ name, type }) => sql`${sql.ref(`s.${name}`)}::${sql.raw(getCast(type))} as ${sql.id(name)}`,
  )
  return sql`(select ${sql.join(outer)} from (${query}) as s) as t`
}

function selectRows(
  text: SqlText,
  columns: readonly Column[],
  bind: ReturnType<typeof binder>,
): RawBuilder<unknown> {
  const pieces = text.pieces.map((piece, at) => {
    if (typeof piece === 'string') return sql.raw(piece)
    const { value, type } = bind(piece.param, at)
    return sql`(${value}::${sql.raw(getCast(type))})`
  })
  // On a line of its own, because the statement may end in a comment.
  return typedRows(columns, sql`${sql.join(pieces, sql``)}${sql.raw('\n')}`)
}

/** Arrays of one column each: one parameter for any number of rows. */
function fetchedRows(columns: readonly Column[], { names, rows }: FetchedRows): RawBuilder<unknown> {
  const arrays = columns.map(({ name }) => {
    const at = names.indexOf(name)
    return sql`${rows.map((row) => row[at] ?? null)}::text[]`
  })
  const ids = columns.map(({ name }) => sql.id(name))
  return typedRows(columns, sql`select * from unnest(${sql.join(arrays)}) as u(${sql.join(ids)})`)
}

/** Rows of a report have no column for it: it is computed from those that a search reads. */
const withPinyin = (column: Column): Column =>
  isTextType(column.type) && column.dictCode === null
    ? { ...column, pinyin: sql`sys_pinyin(${column.ref})` }
    : column

const isTextType = ({ type }: SqlColumn): boolean => type === 'varchar' || type === 'text'

function compile(document: StoredReport): Report {
  const read = readSql(document.source.sql)
  if (!read.ok) throw new Error(`report ${document.id}: ${read.text}`)
  const allColumns = indexColumns(document.fields, fieldValues)
  // The function is in this database only.
  const isOwn = document.source.dataSource === undefined
  const columns = new Map(
    document.fields.flatMap(({ key }) => {
      const column = allColumns.get(key)
      return column ? [[key, isOwn ? withPinyin(column) : column] as const] : []
    }),
  )
  const params = (document.params ?? []).map((param) => ({ param, type: getType(param) }))
  return {
    document,
    columns,
    params,
    rows: (values) => selectRows(read.value, [...columns.values()], binder(read.value, params, values)),
    mySqlStatement: (values) => buildMySql(read.value, binder(read.value, params, values)),
    fetched: (rows) => fetchedRows([...columns.values()], rows),
  }
}

const compiled = new WeakMap<StoredReport, Report>()

/** Compiled once per document hash: changed content is a new object. Its SQL has passed the check before. */
export function getReport(document: StoredReport): Report {
  const cached = compiled.get(document)
  if (cached) return cached
  const report = compile(document)
  compiled.set(document, report)
  return report
}
