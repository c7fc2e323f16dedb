import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { findMask } from '#runtime/kernel/text/mask.ts'
import { nearestWord } from '#runtime/kernel/text/names.ts'
import { listCodes, reportGivenAway, reportUnmasked } from '#runtime/schema/checks/access.ts'
import { collectProblems, type Report } from '#runtime/schema/checks/report.ts'
import { numericTypes } from '#runtime/schema/field-value.ts'
import type { KnownNames } from '#runtime/schema/names/known-names.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import type { Field, StoredReport } from '#runtime/schema/types.ts'
import { getColumnName } from '../plan/tables.ts'
import { functions, functionsElsewhere } from './gate/allowed.ts'
import { judgeSql, type SqlCheck } from './gate/check.ts'
import { readSql, type SqlText } from './sql-text.ts'

export const sqlRefused = 'REPORT_SQL'

/** Of another database any table may be read, but no view of PostgreSQL itself, which shows settings and other statements. */
export const otherTable = (name: string): 'any' | undefined => (name.startsWith('pg_') ? undefined : 'any')

/** The functions that a statement over this data source may call. */
export const getFunctions = (dataSource: string | undefined): ReadonlySet<string> =>
  dataSource === undefined ? functions : functionsElsewhere

const checkReport = (
  { tables, dataSource }: StoredReport['source'],
  text: SqlText,
  knownNames: KnownNames,
): SqlCheck =>
  judgeSql(
    text,
    (name) => {
      if (!tables.includes(name)) return undefined
      if (dataSource === undefined) return knownNames.columns.get(name)?.keys()
      return otherTable(name)
    },
    getFunctions(dataSource),
  )

/** Columns of a valid report that more users may read than the columns from which they are computed. */
export const reportWarnings = (document: StoredReport, knownNames: KnownNames): DocumentProblem[] =>
  collectProblems(document, (report) => checkRevealed(document, knownNames, report))

function checkRevealed(document: StoredReport, knownNames: KnownNames, report: Report): void {
  const read = readSql(document.source.sql)
  if (!read.ok) return
  const { columns } = checkReport(document.source, read.value, knownNames)
  for (const [index, field] of document.fields.entries()) {
    const reported = new Set(listCodes(field as unknown as JsonObject))
    for (const source of columns.get(getColumnName(field))?.reads ?? []) {
      const [table = '', column = ''] = source.split('.')
      const mask = findMask(knownNames.columns.get(table)?.get(column))
      if (mask && !findMask(field))
        reportUnmasked(
          { report, types: fieldValues },
          ['fields', index],
          field as unknown as JsonObject,
          source,
          mask,
        )
      for (const code of listCodes(knownNames.columns.get(table)?.get(column) ?? undefined)) {
        if (reported.has(code)) continue
        reported.add(code)
        reportGivenAway(report, ['fields', index], field as unknown as JsonObject, source, code)
      }
    }
  }
}

/** The form in which the type of a field reads the values of a column. */
function readForm(field: JsonObject | Field): 'number' | 'time' | 'text' {
  const type = fieldValues.get(String(field.type))?.column(field as Field)?.type ?? 'text'
  if (numericTypes.has(type)) return 'number'
  return type === 'date' || type === 'timestamp' || type === 'time' ? 'time' : 'text'
}

/** Whether the database can cast every value of the source's column to the type of the field. */
const isReadAs = (source: JsonObject, field: Field): boolean =>
  readForm(field) === 'text' || readForm(field) === readForm(source)

/** Problems of the SQL of a report with a valid shape, and of the keys that must agree with the SQL. */
export const reportProblems = (document: StoredReport, knownNames: KnownNames): DocumentProblem[] =>
  collectProblems(document, (report) => checkStatement(document, knownNames, report))

function checkStatement(document: StoredReport, knownNames: KnownNames, report: Report): void {
  const { source, params = [], fields } = document
  const at = ['source', 'sql']
  const read = readSql(source.sql)
  if (!read.ok) {
    report(at, { code: sqlRefused, text: read.text })
    return
  }
  const declared = new Set(params.map(({ key }) => key))
  const missing = read.value.names.filter((word) => !declared.has(word))
  for (const name of missing) {
    const text = `SQL 里的参数 :${name} 没有写进 params`
    report(at, { code: 'UNKNOWN_NAME', text, word: name, words: declared })
  }
  for (const [index, { key }] of params.entries()) {
    // A misspelt parameter is reported where the SQL names it.
    if (read.value.names.includes(key) || nearestWord(key, missing)) continue
    const text = `SQL 里没有用到参数 :${key}，请用上或删去`
    report(['params', index, 'key'], { code: 'UNKNOWN_NAME', text, word: key, words: read.value.names })
  }
  const verdict = checkReport(source, read.value, knownNames)
  for (const text of verdict.refusals) report(at, { code: sqlRefused, text })
  if (verdict.refusals.length > 0) return
  for (const [index, table] of source.tables.entries()) {
    if (!verdict.tables.has(table))
      report(['source', 'tables', index], { code: 'BAD_VALUE', text: `SQL 里没有用到表 ${table}，请删去` })
  }
  const columns = [...verdict.columns.keys()]
  for (const [index, field] of fields.entries()) {
    const column = getColumnName(field)
    const origin = verdict.columns.get(column)?.origin
    const source = origin && knownNames.columns.get(origin.table)?.get(origin.column)
    if (source && !isReadAs(source, field)) {
      const text = `SQL 的列 ${column} 取自 ${String(source.type)} 类型的「${String(source.title ?? source.key)}」，不能作 ${field.type}，请改类型，或在 SQL 里用 cast 转换`
      report(['fields', index, 'type'], { code: 'BAD_VALUE', text })
    }
    if (columns.includes(column)) continue
    const text = `SELECT 没有列 ${column}，请在 SQL 里写 AS ${column} 或改正字段名`
    const words = columns.filter((name) => name !== field.key)
    report(['fields', index, 'key'], { code: 'UNKNOWN_FIELD', text, word: column, words })
  }
}
