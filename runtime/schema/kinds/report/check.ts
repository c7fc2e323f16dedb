import { asText, type JsonObject, listObjectEntries, listTextEntries } from '#runtime/kernel/json.ts'
import { checkMenu, type FieldsContext, needField, needWord, part } from '../../checks/context.ts'
import { checkDefault } from '../../checks/default-value.ts'
import { checkColors } from '../../checks/expressions/expressions.ts'
import { checkQueryDefault, checkTags } from '../../checks/field-settings.ts'
import { checkQuery } from '../../checks/fields.ts'
import { checkReportSettings } from '../../checks/ineffective-settings.ts'
import { checkAddress, checkPlaceholders } from '../../checks/links/links.ts'
import { type Path, sortKeys } from '../../checks/report.ts'
import { checkNames, checkRequestParam } from '../../checks/request-params.ts'
import type { FieldSettings } from '../../language/field.ts'
import { listParameters } from '../../query/list-parameters.ts'
import type { Field } from '../../types.ts'
import { reportPlan } from './plan.ts'

/** Checks tables, columns, parameters and links of a report. The server checks the SQL. */
export function checkReport(context: FieldsContext, settings: FieldSettings): void {
  const { document, head, knownNames, report } = context
  checkMenu(document, knownNames, report)
  const { tables, dataSource } = part(document, 'source')
  // The tables of another database are known to that database only.
  for (const [at, table] of dataSource === undefined ? listTextEntries(tables) : []) {
    needWord(
      report,
      ['source', 'tables', at],
      table,
      knownNames.columns,
      'UNKNOWN_NAME',
      '报表可以查询的表',
      'table',
    )
  }
  checkNames(context, head.fields, ['fields'])
  checkReportSettings(context, settings, reportPlan)
  for (const [index, field] of head.fields) checkColumn(context, ['fields', index], field)
  const params = listObjectEntries(document.params)
  checkNames(context, params, ['params'])
  for (const [index, param] of params) {
    const path = ['params', index]
    checkRequestParam(context, path, param, true)
    if (param.type === 'hidden' && param.required === true && param.defaultValue === undefined) {
      const text = '隐藏的参数没有人填，请写 defaultValue，如 "=user.orgCode"，或删去 required'
      report([...path, 'required'], { code: 'MISSING_KEY', text })
    }
  }
  for (const { key, span } of sortKeys(part(document, 'list').sort))
    needField(context, head, ['list', 'sort'], key, false, span)
  checkGroup(context)
}

/** The column that groups the rows is shown, and is no number that is totalled. */
function checkGroup(context: FieldsContext): void {
  const { document, head, report } = context
  const key = asText(part(document, 'list').groupBy)
  if (key === undefined) return
  const path = ['list', 'groupBy']
  needField(context, head, path, key)
  const field = head.fields.find(([, { key: other }]) => other === key)?.[1]
  if (field?.type === 'hidden' || field?.list === false)
    report(path, { code: 'BAD_VALUE', text: `「${key}」不显示，不能按它分组，请换一列` })
  else if (field?.statistics !== undefined)
    report(path, { code: 'BAD_VALUE', text: `「${key}」是要合计的数，不能按它分组，请换一列` })
}

function checkColumn(context: FieldsContext, path: Path, field: JsonObject): void {
  if (context.isFaulty(path)) return
  const { head, knownNames, types, report } = context
  const type = types.get(asText(field.type) ?? '')
  if (type && (type.dataType === 'rows' || type.isSecret || !type.column(field as unknown as Field))) {
    report([...path, 'type'], { code: 'BAD_VALUE', text: `${field.type} 类型不能作报表的列，请换一种类型` })
    return
  }
  needWord(report, [...path, 'dictCode'], field.dictCode, knownNames.dicts, 'UNKNOWN_DICT', '字典', 'dict')
  checkQuery(context, path, field)
  if (field.query && listParameters.has(asText(field.key) ?? ''))
    report([...path, 'key'], {
      code: 'UNSAFE_KEY',
      text: `「${field.key}」是列表接口的参数，不能按它查询，请换一个名字`,
    })
  checkColors(context, head, path, field)
  checkTags(context, path, field)
  checkQueryDefault(context, path, field)
  checkDefault(context, [...path, 'query', 'defaultValue'], part(field, 'query').defaultValue)
  checkPlaceholders(context, head, [...path, 'href'], field.href)
  checkAddress(knownNames, report, [...path, 'href'], field.href)
  if (type && !type.toNumber && field.statistics !== undefined && !context.isFaulty(path))
    report([...path, 'statistics'], {
      code: 'BAD_VALUE',
      text: `${field.type} 类型不能合计，请删去 statistics`,
    })
}
