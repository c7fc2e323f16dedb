import { isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { mergeDocuments } from '#runtime/schema/changes/apply.ts'
import { reportIdOf } from '#runtime/schema/compose/copy-document.ts'
import type { Field, ReportParam } from '#runtime/schema/types.ts'
import { columnOf } from '../../../documents/plan/tables.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { itemOf, paramRowOf, reportFieldOf, reportParamOf } from '../../../reports/items.ts'
import { countOf, textOf, withoutUndefined } from '../../../reports/row-values.ts'
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
  const code = textOf(head, 'code')
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,49}$/.test(code))
    throw refuse('REPORT_CODE', { values: { code: code.slice(0, 60) } })
  return reportIdOf(code)
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
function statementOf(sql: string): { sql: string; hidden: ReportParam[] } {
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
  [...rows].sort((a, b) => (countOf(a, 'orderNum') ?? 0) - (countOf(b, 'orderNum') ?? 0))

const membersOf = (value: unknown): JsonObject[] => listObjects(value)

/** The columns and parameters of a report's document; hidden parameters belong to its statement. */
export function partsOfReport(document: JsonObject): { items: JsonObject[]; params: JsonObject[] } {
  const headId = String(document.id)
  const fields = membersOf(document.fields) as unknown as Field[]
  const params = membersOf(document.params) as unknown as ReportParam[]
  return {
    items: fields.map((field, at) => itemOf(field, at, headId)),
    params: params.filter(({ type }) => type !== 'hidden').map((param, at) => paramRowOf(param, at, headId)),
  }
}

/** The document of a report. `stored` is the document before an edit; `tables` are those of its statement. */
export function reportDocument(
  id: string,
  { head, items, params }: Pick<ReportForm, 'head' | 'items' | 'params'>,
  tables: readonly string[],
  stored?: JsonObject,
): JsonObject {
  const fields = membersOf(stored?.fields) as unknown as Field[]
  const storedParams = membersOf(stored?.params) as unknown as ReportParam[]
  const { sql, hidden } = statementOf(textOf(head, 'cgrSql'))
  const otherHidden = storedParams.filter(
    ({ key, type }) => type === 'hidden' && !hidden.some((entry) => entry.key === key),
  )
  const named = [
    ...byOrder(params).map((row) =>
      reportParamOf(
        row,
        storedParams.find(({ key }) => key === textOf(row, 'paramName')),
      ),
    ),
    ...otherHidden,
    ...hidden,
  ]
  const code = textOf(head, 'code')
  return withoutUndefined({
    version: 1,
    kind: 'report',
    id,
    title: textOf(head, 'name') || code,
    description: textOf(head, 'content') || undefined,
    code,
    perm: stored ? undefined : id.replace('/', ':'),
    source: withoutUndefined({ sql, tables: [...tables], dataSource: textOf(head, 'dbSource') || undefined }),
    params: named.length > 0 ? named : undefined,
    fields: byOrder(items).map((item) =>
      reportFieldOf(
        item,
        fields.find((field) => columnOf(field) === textOf(item, 'fieldName').toLowerCase()),
      ),
    ),
  })
}

/** The statement of a report with the parameters of documents. */
export const sqlOf = (head: JsonObject): string => statementOf(textOf(head, 'cgrSql')).sql

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
    fields: membersOf(current.fields).filter(stays(form.deleteItemIds)),
    ...(current.params !== undefined && {
      params: membersOf(current.params).filter(stays(form.deleteParamIds)),
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
