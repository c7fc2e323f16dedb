import { asText, type JsonObject, recordsOf, textsOf } from '#runtime/kernel/json.ts'
import { isSafeKey } from '#runtime/kernel/names.ts'
import { checkMenu, type FieldsContext, needField, needWord, part } from '../../checks/context.ts'
import { checkDefault } from '../../checks/default-value.ts'
import { checkQuery } from '../../checks/fields.ts'
import type { Path } from '../../checks/report.ts'
import type { Field } from '../../types.ts'

/** Checks tables, columns, parameters and links of a report. The server checks the SQL. */
export function checkReport(context: FieldsContext): void {
  const { document, head, knownNames, report } = context
  checkMenu(document, knownNames, report)
  for (const [at, table] of textsOf(part(document, 'source').tables)) {
    needWord(report, ['source', 'tables', at], table, knownNames.columns, 'UNKNOWN_NAME', '报表可以查询的表')
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

function checkNames({ report }: FieldsContext, members: readonly [number, JsonObject][], path: Path): void {
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

function checkColumn(context: FieldsContext, path: Path, field: JsonObject): void {
  const { head, knownNames, types, report } = context
  const type = types.get(asText(field.type) ?? '')
  if (
    type &&
    (type.holds === 'rows' || field.type === 'password' || !type.column(field as unknown as Field))
  ) {
    report([...path, 'type'], { code: 'BAD_VALUE', text: `${field.type} 类型不能作报表的列，请换一种类型` })
    return
  }
  needWord(report, [...path, 'dictCode'], field.dictCode, knownNames.dicts, 'UNKNOWN_DICT', '字典')
  checkQuery(context, path, field)
  for (const [, key = ''] of asText(field.href)?.matchAll(/\{([^{}]*)\}/g) ?? []) {
    needField(context, head, [...path, 'href'], key)
  }
}

function checkParam({ types, knownNames, report }: FieldsContext, path: Path, param: JsonObject): void {
  const word = asText(param.type) ?? ''
  const type = types.get(word)
  const isAsked = word === 'hidden' || type?.query
  if (type && (!isAsked || !type.column(param as unknown as Field))) {
    report([...path, 'type'], { code: 'BAD_VALUE', text: `${word} 类型不能作报表参数，请换一种类型` })
  }
  needWord(report, [...path, 'dictCode'], param.dictCode, knownNames.dicts, 'UNKNOWN_DICT', '字典')
  checkDefault(report, [...path, 'defaultValue'], param.defaultValue)
}
