import { CompiledQuery } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { AppError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { findMask } from '#runtime/kernel/text/mask.ts'
import { isSafeKey, toSnake } from '#runtime/kernel/text/names.ts'
import { listCodes } from '#runtime/schema/checks/access.ts'
import { type Usage, usualType } from '#runtime/schema/field-value.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { reportColumns } from '#runtime/schema/report-columns.ts'
import type { Field } from '#runtime/schema/types.ts'
import { databaseText } from '../documents/plan/database-text.ts'
import { judgeSql, type SqlCheck } from '../documents/report-sql/gate/check.ts'
import type { Origin } from '../documents/report-sql/gate/columns.ts'
import type { NameReader } from '../documents/report-sql/gate/names.ts'
import { buildMySql } from '../documents/report-sql/mysql-statement.ts'
import { placeInQuery } from '../documents/report-sql/places.ts'
import { getFunctions, otherTable } from '../documents/report-sql/problems.ts'
import { getCast } from '../documents/report-sql/report.ts'
import { readSql, type SqlText, type TextPlace } from '../documents/report-sql/sql-text.ts'
import { REPORT_TIMEOUT_MS, underReport } from '../documents/report-sql/transaction.ts'
import { defineRefusals } from '../platform/http/refusals.ts'
import { databaseFailure } from '../platform/store/failures.ts'
import type { DescribedStatement, ForeignDatabase, ReportDatabases, ReportSource } from './databases.ts'
import type { ReportServices } from './services.ts'

const refuse = defineRefusals({
  REPORT_SQL_REFUSED: '解析失败：{problem}',
  REPORT_SQL_FAILED: '解析失败：{problem}',
  REPORT_SQL_NO_COLUMNS: '解析失败：SELECT 的列都没有可用的名称，请写 AS',
})

/** The initial parts of a report's document. */
export interface Draft {
  tables: string[]
  fields: JsonObject[]
  params: JsonObject[]
}

export interface CheckedSql {
  read: SqlText
  verdict: SqlCheck
}

/** PostgreSQL's type names by column, and by parameter those of the columns that no document describes; or its error with the place that it names. */
export type QueriedTypes =
  | { ok: true; types: Readonly<Record<string, string>>; compared: Readonly<Record<string, string>> }
  | { ok: false; error: unknown; place: TextPlace | null }

export type Readable = ReadonlyMap<string, ReadonlyMap<string, JsonObject | null>>

const paramKeys = ['dictCode', 'options', 'valueType', 'multi'] as const
const columnKeys = [...paramKeys, 'scale', 'tag'] as const
/** What PostgreSQL's types are in a document. */
const usages: Readonly<Record<string, Usage>> = {
  date: 'date',
  'timestamp without time zone': 'datetime',
  'timestamp with time zone': 'datetime',
  'time without time zone': 'time',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
}

const plainType = usualType(fieldValues, 'text')

/** The field type of a type of PostgreSQL; undefined for texts. */
function findFieldType(word = ''): string | undefined {
  const usage = usages[word]
  return usage && usualType(fieldValues, usage)
}

/** A key equals its column when it has no capitals. A column whose name cannot be a key is left out. */
const isKey = (name: string): boolean => isSafeKey(name) && toSnake(name) === name

/** The title, the type and settings of a field. A type that is not possible there becomes a text, without the settings of its own. */
function like(
  field: JsonObject | null | undefined,
  key: string,
  keys: readonly string[],
  isPossible: (word: string) => boolean,
): JsonObject {
  const word = String(field?.type)
  const title = field?.title ?? key
  if (!field || fieldValues.get(word)?.isOfForm || !isPossible(word)) return { key, title, type: plainType }
  const copied = keys.filter((name) => field[name] !== undefined)
  return { key, title, ...Object.fromEntries(copied.map((name) => [name, field[name]])), type: word }
}

/** The column of a report that shows a field; null is a text. */
export const columnLike = (field: JsonObject | null | undefined, key: string): JsonObject =>
  like(field, key, columnKeys, (word) => Boolean(fieldValues.get(word)?.column(field as unknown as Field)))
const paramLike = (field: JsonObject | null | undefined, key: string): JsonObject =>
  like(field, key, paramKeys, (word) => Boolean(fieldValues.get(word)?.query))

const timeColumns: ReadonlySet<string> = new Set(['create_time', 'update_time'])

/** The field of a column of the system, which no document describes, where it is no text. */
export const systemField = (column: string): JsonObject | null =>
  timeColumns.has(column) ? { key: column, type: usualType(fieldValues, 'datetime') } : null

/** The field of a column; those of the system, which no document describes, are times or texts. */
function buildField(origin: Origin | null | undefined, readable: Readable): JsonObject | null | undefined {
  if (!origin) return null
  const field = readable.get(origin.table)?.get(origin.column)
  return field ?? systemField(origin.column)
}

/** The title of a total that has the name of the only column from which it is computed. */
function sourceTitle(name: string, reads: ReadonlySet<string>, readable: Readable): JsonObject {
  const sources = [...reads].map((read) => read.split('.'))
  const named = sources.filter(([, column]) => column === name)
  const [[table = '', column = ''] = []] = named
  const title = named.length === 1 ? readable.get(table)?.get(column)?.title : undefined
  return title === undefined ? {} : { title }
}

/** The permission to read a column, and its mask, as every column has them from which it is computed. */
function buildRights(reads: ReadonlySet<string>, readable: Readable, type: unknown): JsonObject {
  const sources = [...reads].map((read) => {
    const [table = '', column = ''] = read.split('.')
    return readable.get(table)?.get(column) ?? undefined
  })
  // Of several permissions a column can have one; the check names the others.
  const [read] = listCodes(...sources)
  const mask = sources.map((source) => findMask(source)).find(Boolean)
  return {
    ...(read !== undefined && { access: { read } }),
    ...(mask !== undefined && fieldValues.get(String(type))?.canMask && { mask }),
  }
}

/** Where a statement runs: the columns that documents have there, the tables that it may read, and the database. */
export interface SqlTarget {
  readable: Readable
  table: NameReader['table']
  functions: ReadonlySet<string>
  run<T>(work: (source: ReportSource) => Promise<T>): Promise<T>
}

/** The own database, or the data source with this code, whose tables no document describes. */
export function sqlTarget(
  services: Pick<ReportServices, 'documents' | 'reportDatabases'>,
  dataSource: string | undefined,
): SqlTarget {
  const readable: Readable = dataSource === undefined ? buildReadable(services) : new Map()
  const source = { sql: '', tables: [], ...(dataSource !== undefined && { dataSource }) }
  const { reportDatabases }: { reportDatabases: ReportDatabases } = services
  return {
    readable,
    table: dataSource === undefined ? (name) => readable.get(name)?.keys() : otherTable,
    functions: getFunctions(dataSource),
    run: (work) => reportDatabases.run({ source, title: '草稿' }, work),
  }
}

export function checkSql(
  text: string,
  readable: Readable,
  table: NameReader['table'] = (name) => readable.get(name)?.keys(),
  functions = getFunctions(undefined),
): CheckedSql {
  const read = readSql(text)
  const why = read.ok ? null : read.text
  const verdict = read.ok ? judgeSql(read.value, table, functions) : null
  const refusal = why ?? verdict?.refusals[0]
  if (refusal !== undefined || !read.ok || !verdict)
    throw refuse('REPORT_SQL_REFUSED', { values: { problem: String(refusal) } })
  return { read: read.value, verdict }
}

/** Fields and parameters of a statement, by PostgreSQL's type names when they were queried. */
export function buildDraft(
  { read, verdict }: CheckedSql,
  readable: Readable,
  queried?: Pick<Extract<QueriedTypes, { ok: true }>, 'types' | 'compared'>,
): Draft {
  const findOrigin = (origin: Origin | null | undefined) => buildField(origin, readable)
  return {
    tables: [...verdict.tables],
    fields: [...verdict.columns]
      .filter(([name]) => isKey(name))
      .map(([name, { origin, reads }]) => {
        const field = { ...columnLike(findOrigin(origin), name), ...sourceTitle(name, reads, readable) }
        const word = queried ? queried.types[name] : verdict.numbers.has(name) ? 'numeric' : undefined
        const type = findOrigin(origin) ? field.type : (findFieldType(word) ?? plainType)
        return { ...field, type, ...buildRights(reads, readable, type) }
      }),
    params: read.names.map((name) => {
      const param = paramLike(findOrigin(verdict.compared.get(name)), name)
      const type = findFieldType(queried?.compared[name])
      return type === undefined ? param : { ...param, type }
    }),
  }
}

/** The columns that the documents in force have, by table. */
const buildReadable = ({ documents }: Pick<ReportServices, 'documents'>): Readable =>
  new Map(
    documents
      .entries()
      .flatMap(({ document }) => asDocumentWith(document, 'hasTable') ?? [])
      .flatMap((screen) => reportColumns({ ...screen })),
  )

/** The types that PostgreSQL reports for the columns of a statement; no rows are read. */
export async function queryTypes({ readable, run }: SqlTarget, checked: CheckedSql): Promise<QueriedTypes> {
  const { read, verdict } = checked
  const names = [...verdict.columns.keys()].filter(isKey)
  if (names.length === 0) throw refuse('REPORT_SQL_NO_COLUMNS')
  const types = names.map((name) => `pg_typeof(s."${name}")::text as "${name}"`)
  const start = `select ${types.join(', ')} from (select 1 as one) as o left join (`
  const write = (name: string) => parameterIn(checked, readable, name)
  const statement = read.pieces.map((piece) => (typeof piece === 'string' ? piece : write(piece.param)))
  const query = CompiledQuery.raw(
    `${start}${statement.join('')}\n) as s on false`,
    read.names.map(() => null),
  )
  const ask = comparedTypes(checked, readable)
  try {
    return await run((source) => {
      if ('foreign' in source) return foreignTypes(source.foreign, checked)
      return underReport(source.db, async (trx) => {
        const first = async (statement: CompiledQuery) =>
          (await trx.executeQuery<Record<string, string>>(statement as CompiledQuery<Record<string, string>>))
            .rows[0] ?? {}
        const types = await first(query)
        return { ok: true, types, compared: ask ? await first(ask) : {} }
      })
    })
  } catch (error) {
    // PostgreSQL counts the characters of the query from 1; a data source says it in its own words.
    const reported = error instanceof AppError ? error.cause : error
    const position = Number((reported as { position?: string } | undefined)?.position ?? 0) - 1
    const isInside = position >= start.length
    return { ok: false, error, place: isInside ? placeInQuery(read, position - start.length, write) : null }
  }
}

/** The same of a database that is no PostgreSQL, which prepares the statement and does not run it. */
async function foreignTypes(foreign: ForeignDatabase, { read, verdict }: CheckedSql): Promise<QueriedTypes> {
  const statement = buildMySql(read, () => ({ value: null, type: { type: 'text' } }))
  if (!statement.ok) throw refuse('REPORT_SQL_REFUSED', { values: { problem: statement.text } })
  const compared = plainlyCompared(verdict)
  const columns = compared.map(([, { table, column }]) => `select "${column}" from "${table}"`)
  const [types, ...others] = await foreign.describe([statement.value.sql, ...columns], REPORT_TIMEOUT_MS)
  const getFirstType = (described: DescribedStatement | undefined): string =>
    [...(described?.values() ?? [])][0] ?? ''
  return {
    ok: true,
    types: Object.fromEntries(types ?? []),
    compared: Object.fromEntries(compared.map(([name], at) => [name, getFirstType(others[at])])),
  }
}

/** A name that needs no escape in quotes; a parameter that is compared with another one is a text at first. */
const plainName = /^[a-z_][a-z0-9_]{0,62}$/

const plainlyCompared = ({ compared }: SqlCheck): [string, Origin][] =>
  [...compared].filter(([, { table, column }]) => plainName.test(table) && plainName.test(column))

/** Asks for the types of the columns without a document that parameters are compared with; null where there are none. */
function comparedTypes({ verdict }: CheckedSql, readable: Readable): CompiledQuery | null {
  const compared = plainlyCompared(verdict).filter(([, { table }]) => !readable.has(table))
  if (compared.length === 0) return null
  const types = compared.map(([name, { column }], at) => `pg_typeof(t${at}."${column}")::text as "${name}"`)
  const tables = compared.map(([, { table }], at) => ` left join "${table}" t${at} on false`)
  return CompiledQuery.raw(`select ${types.join(', ')} from (select 1) as o${tables.join('')}`)
}

/**
 * A parameter in the query of types. One that is compared with a column has the column's type, as a report casts it;
 * all occurrences of another one have one number, so that PostgreSQL finds its type in any of them.
 */
function parameterIn({ read, verdict }: CheckedSql, readable: Readable, name: string): string {
  const number = `$${read.names.indexOf(name) + 1}`
  const field = buildField(verdict.compared.get(name), readable)
  const type = field && fieldValues.get(String(field.type))?.column(field as unknown as Field)
  return type ? `(${number}::${getCast(type)})` : number
}

/** A draft with the types that PostgreSQL reports. */
export async function draftReport(
  services: Pick<ReportServices, 'documents' | 'reportDatabases'>,
  text: string,
  dataSource: string | undefined,
): Promise<Draft> {
  const target = sqlTarget(services, dataSource)
  const checked = checkSql(text, target.readable, target.table, target.functions)
  const queried = await queryTypes(target, checked)
  if (queried.ok) return buildDraft(checked, target.readable, queried)
  const { error } = queried
  if (databaseFailure(error) === 'gone') throw error
  const why = error instanceof AppError ? error.text : databaseText(error)
  throw refuse('REPORT_SQL_FAILED', { values: { problem: why }, cause: error })
}
