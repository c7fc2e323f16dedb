import { parseExpression } from '#runtime/kernel/expression.ts'
import { asText, type JsonObject, recordsOf, textsOf } from '#runtime/kernel/json.ts'
import { isSafeKey } from '#runtime/kernel/names.ts'
import type { Field } from '../types.ts'
import { checkMenu, needField, needWord, part, type ScreenContext } from './context.ts'
import { checkQuery } from './fields.ts'
import type { Path, Report } from './report.ts'

/** What a parameter's default value may read. */
const environment = new Set(['user', 'today', 'now'])

/** A report: tables that are there, columns and parameters with names of their own, links to keys it has. The SQL is the server's to judge. */
export function checkReport(context: ScreenContext): void {
  const { screen: document, head, known, report } = context
  checkMenu(document, known, report)
  for (const [at, table] of textsOf(part(document, 'source').tables)) {
    needWord(report, ['source', 'tables', at], table, known.columns, 'UNKNOWN_NAME', '报表可以查询的表')
  }
  checkNames(context, head.fields, ['fields'])
  for (const [index, field] of head.fields) checkColumn(context, ['fields', index], field)
  const params = recordsOf(document.params)
  checkNames(context, params, ['params'])
  for (const [index, param] of params) checkParam(context, ['params', index], param)
  for (const word of asText(part(document, 'list').sort)?.split(',') ?? []) {
    needField(context, head, ['list', 'sort'], word.replace(/^-/, ''))
  }
}

function checkNames({ report }: ScreenContext, members: readonly [number, JsonObject][], path: Path): void {
  const seen = new Set<string>()
  for (const [index, { key }] of members) {
    const at = [...path, index, 'key']
    if (typeof key !== 'string') continue
    if (!isSafeKey(key) || key.endsWith('_dictText')) {
      report(at, { code: 'UNSAFE_KEY', text: `“${key}”不能作名字，请换一个` })
    } else if (seen.has(key)) {
      report(at, { code: 'DUPLICATE_KEY', text: `名字“${key}”重复，请换一个` })
    }
    seen.add(key)
  }
}

function checkColumn(context: ScreenContext, path: Path, field: JsonObject): void {
  const { head, known, types, report } = context
  const type = types.get(asText(field.type) ?? '')
  if (
    type &&
    (type.holds === 'rows' || field.type === 'password' || !type.column(field as unknown as Field))
  ) {
    report([...path, 'type'], { code: 'BAD_VALUE', text: `${field.type} 类型不能作报表的列，请换一种类型` })
    return
  }
  needWord(report, [...path, 'dictCode'], field.dictCode, known.dicts, 'UNKNOWN_DICT', '字典')
  checkQuery(context, path, field)
  for (const [, key = ''] of asText(field.href)?.matchAll(/\{([^{}]*)\}/g) ?? []) {
    needField(context, head, [...path, 'href'], key)
  }
}

function checkParam({ types, known, report }: ScreenContext, path: Path, param: JsonObject): void {
  const word = asText(param.type) ?? ''
  const type = types.get(word)
  const isAsked = word === 'hidden' || type?.query
  if (type && (!isAsked || !type.column(param as unknown as Field))) {
    report([...path, 'type'], { code: 'BAD_VALUE', text: `${word} 类型不能作报表参数，请换一种类型` })
  }
  needWord(report, [...path, 'dictCode'], param.dictCode, known.dicts, 'UNKNOWN_DICT', '字典')
  checkDefault(report, [...path, 'defaultValue'], param.defaultValue)
}

/** A value that is a literal, or an expression of what is known before anything is loaded. */
export function checkDefault(report: Report, at: Path, value: unknown): void {
  if (typeof value !== 'string' || !value.startsWith('=')) return
  const read = parseExpression(value.slice(1))
  if (!read.ok) {
    report(at, { code: 'BAD_EXPRESSION', text: `表达式写错了：${read.text}` })
    return
  }
  const strange = read.value.names.find((name) => !environment.has(name.split('.')[0] ?? ''))
  if (strange === undefined) return
  const text = `这里的表达式只能用 user、today()、now()，没有 ${strange}`
  report(at, { code: 'UNKNOWN_NAME', text, word: strange, words: environment })
}
