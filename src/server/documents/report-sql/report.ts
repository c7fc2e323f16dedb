import { type RawBuilder, sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { isDate } from '#runtime/kernel/time.ts'
import type { SqlColumn } from '#runtime/schema/field-value.ts'
import type { Field, ReportParam, StoredReport } from '#runtime/schema/types.ts'
import { type Column, columnsOf } from '../column.ts'
import { readSql, type SqlText } from './sql-text.ts'

/** A report prepared for requests: every name of a request is looked up here. */
export interface Report {
  document: StoredReport
  columns: ReadonlyMap<string, Column>
  params: readonly { param: ReportParam; type: SqlColumn }[]
  /** `(…) as t`, with the values bound. */
  rows(values: ReadonlyMap<string, string | null>): RawBuilder<unknown>
}

/** Values are cast to the type in the document, so that both sides of a condition have the same type. */
export function castOf(type: SqlColumn): string {
  if (type.type === 'varchar' || type.type === 'bytea') return 'text'
  if (type.type === 'timestamp') return 'timestamp(0)'
  if (type.type === 'numeric' && type.scale !== undefined) return `numeric(38,${type.scale})`
  return type.type
}

const typeOf = (field: Pick<Field, 'type'>): SqlColumn =>
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

function rowsOf(
  text: SqlText,
  columns: readonly Column[],
  params: Report['params'],
  values: ReadonlyMap<string, string | null>,
): RawBuilder<unknown> {
  const types = new Map(params.map(({ param, type }) => [param.key, type]))
  const pieces = text.pieces.map((piece, at) => {
    if (typeof piece === 'string') return sql.raw(piece)
    const value = values.get(piece.param) ?? null
    const type = types.get(piece.param) ?? { type: 'text' }
    if (value !== null && isDate(value) && hasDays(type) && isUpperEnd(text.pieces, at))
      return sql`(${`${value} 23:59:59`}::timestamp(0))`
    return sql`(${value}::${sql.raw(castOf(type))})`
  })
  const outer = columns.map(
    ({ name, type }) => sql`${sql.ref(`s.${name}`)}::${sql.raw(castOf(type))} as ${sql.id(name)}`,
  )
  // On a line of its own, because the statement may end in a comment.
  return sql`(select ${sql.join(outer)} from (${sql.join(pieces, sql``)}${sql.raw('\n')}) as s) as t`
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
  const allColumns = columnsOf(document.fields, fieldValues)
  // The function is in this database only.
  const isOwn = document.source.dataSource === undefined
  const columns = new Map(
    document.fields.flatMap(({ key }) => {
      const column = allColumns.get(key)
      return column ? [[key, isOwn ? withPinyin(column) : column] as const] : []
    }),
  )
  const params = (document.params ?? []).map((param) => ({ param, type: typeOf(param) }))
  return {
    document,
    columns,
    params,
    rows: (values) => rowsOf(read.value, [...columns.values()], params, values),
  }
}

const compiled = new WeakMap<StoredReport, Report>()

/** Compiled once per document hash: changed content is a new object. Its SQL has passed the check before. */
export function reportOf(document: StoredReport): Report {
  const cached = compiled.get(document)
  if (cached) return cached
  const report = compile(document)
  compiled.set(document, report)
  return report
}
