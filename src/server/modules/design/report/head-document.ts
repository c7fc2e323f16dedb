import { isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { mergeDocuments } from '#runtime/schema/changes/apply.ts'
import { toReportId } from '#runtime/schema/compose/copy-document.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import type { Field, ReportParam } from '#runtime/schema/types.ts'
import { getColumnName } from '../../../documents/plan/tables.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { buildItem, buildParamRow, readReportField, readReportParam } from '../../../reports/items.ts'
import { readCount, readRowText, withoutUndefined } from '../../../reports/row-values.ts'
import { conflictWords } from '../release/conflicts.ts'

const refuse = defineRefusals({
  REPORT_CODE: '报表编码「{code}」不能用：请以字母开头，只用字母、数字、下划线和连字符，最多 50 个字',
  REPORT_PART: '这里在报表里另有写法，请在设计器里改：{parts}',
})

/** A report as clients send it: its head, its columns, its parameters (docs/http.md, "Report heads"). */
export interface ReportForm {
  head: JsonObject
  items: readonly JsonObject[]
  params: readonly JsonObject[]
  deleteItemIds: readonly string[]
  deleteParamIds: readonly string[]
}

/** The id of the document of a report. Refuses codes that no report may have. */
export function idOfHead(head: JsonObject): string {
  const code = readRowText(head, 'code')
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,49}$/.test(code))
    throw refuse('REPORT_CODE', { values: { code: code.slice(0, 60) } })
  return toReportId(code)
}

/** System variables (docs/http.md, "Variables"), and the expressions for them. */
const variables: Readonly<Record<string, string>> = {
  sys_org_code: '=user.orgCode',
  sys_user_code: '=user.username',
  sys_user_name: '=user.realname',
  sys_date: '=today()',
  sys_time: '=now()',
}

/** The statement with named parameters, and hidden parameters for its system variables. */
function readStatement(sql: string): { sql: string; hidden: ReportParam[] } {
  const hidden = new Map<string, ReportParam>()
  const bound = sql
    .replace(/'?\$\{\s*([A-Za-z]\w*)\s*\}'?/g, ':$1')
    .replace(/'?#\{\s*([A-Za-z]\w*)\s*\}'?/g, (whole, name: string) => {
      const defaultValue = Object.hasOwn(variables, name) ? variables[name] : undefined
      if (defaultValue === undefined) return whole
      hidden.set(name, { key: name, type: 'hidden', defaultValue } as ReportParam)
      return `:${name}`
    })
  return { sql: bound, hidden: [...hidden.values()] }
}

const byOrder = (rows: readonly JsonObject[]): JsonObject[] =>
  [...rows].sort((a, b) => (readCount(a, 'orderNum') ?? 0) - (readCount(b, 'orderNum') ?? 0))

const listMembers = (value: unknown): JsonObject[] => listObjects(value)

/** The columns and parameters of a report's document; hidden parameters belong to its statement. */
export function partsOfReport(document: JsonObject): { items: JsonObject[]; params: JsonObject[] } {
  const headId = String(document.id)
  const fields = listMembers(document.fields) as unknown as Field[]
  const params = listMembers(document.params) as unknown as ReportParam[]
  return {
    items: fields.map((field, at) => buildItem(field, at, headId)),
    params: params
      .filter(({ type }) => type !== 'hidden')
      .map((param, at) => buildParamRow(param, at, headId)),
  }
}

/** The document of a report. `stored` is the document before an edit; `tables` are those of its statement. */
export function reportDocument(
  id: string,
  { head, items, params }: Pick<ReportForm, 'head' | 'items' | 'params'>,
  tables: readonly string[],
  stored?: JsonObject,
): JsonObject {
  const fields = listMembers(stored?.fields) as unknown as Field[]
  const storedParams = listMembers(stored?.params) as unknown as ReportParam[]
  const { sql, hidden } = readStatement(readRowText(head, 'cgrSql'))
  const otherHidden = storedParams.filter(
    ({ key, type }) => type === 'hidden' && !hidden.some((entry) => entry.key === key),
  )
  const named = [
    ...byOrder(params).map((row) =>
      readReportParam(
        row,
        storedParams.find(({ key }) => key === readRowText(row, 'paramName')),
      ),
    ),
    ...otherHidden,
    ...hidden,
  ]
  const code = readRowText(head, 'code')
  return withoutUndefined({
    version: currentVersion,
    kind: 'report',
    id,
    title: readRowText(head, 'name') || code,
    description: readRowText(head, 'content') || undefined,
    code,
    perm: stored ? undefined : id.replace('/', ':'),
    source: withoutUndefined({
      sql,
      tables: [...tables],
      dataSource: readRowText(head, 'dbSource') || undefined,
    }),
    params: named.length > 0 ? named : undefined,
    fields: byOrder(items).map((item) =>
      readReportField(
        item,
        fields.find((field) => getColumnName(field) === readRowText(item, 'fieldName').toLowerCase()),
      ),
    ),
  })
}

/** The statement of a report with the parameters of documents. */
export const getSql = (head: JsonObject): string => readStatement(readRowText(head, 'cgrSql')).sql

function mergeRows(
  rows: readonly JsonObject[],
  edited: readonly JsonObject[],
  removed: readonly string[],
  name: string,
) {
  const result = rows.filter(({ id }) => !removed.includes(String(id)))
  for (const row of edited) {
    const at = result.findIndex((entry) => entry.id === row.id || entry[name] === row[name])
    if (at >= 0) result[at] = { ...result[at], ...row }
    else result.push({ orderNum: result.length, ...row })
  }
  return result
}

/** The document after an edit; what clients cannot express stays. */
export function editReport(current: JsonObject, form: ReportForm, tables: readonly string[]): JsonObject {
  const id = String(current.id)
  const source = isJsonObject(current.source) ? current.source : {}
  const head = {
    code: current.code,
    name: current.title,
    content: current.description ?? '',
    cgrSql: source.sql,
    dbSource: source.dataSource ?? '',
  }
  const { items, params } = partsOfReport(current)
  const ours = {
    head: { ...head, ...form.head },
    items: mergeRows(items, form.items, form.deleteItemIds, 'fieldName'),
    params: mergeRows(params, form.params, form.deleteParamIds, 'paramName'),
  }
  const stays = (removed: readonly string[]) => (member: JsonObject) =>
    !removed.includes(`${id}.${String(member.key)}`)
  // What is removed goes with the parts that clients cannot express.
  const rest = {
    ...current,
    fields: listMembers(current.fields).filter(stays(form.deleteItemIds)),
    ...(current.params !== undefined && {
      params: listMembers(current.params).filter(stays(form.deleteParamIds)),
    }),
  }
  const left = partsOfReport(rest)
  const before = reportDocument(
    id,
    { head, ...left },
    Array.isArray(source.tables) ? source.tables : [],
    rest,
  )
  const after = reportDocument(id, ours, tables, rest)
  const { document, conflicts } = mergeDocuments(before, after, rest)
  if (conflicts.length === 0) return document
  const words = conflictWords(conflicts, before, after)
  throw refuse('REPORT_PART', { values: { parts: words.map(({ text }) => text).join('；') } })
}
