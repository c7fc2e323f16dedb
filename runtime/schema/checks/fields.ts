import { errorText } from '#runtime/kernel/errors.ts'
import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { isOwnColumn, isSafeKey, toSnake } from '#runtime/kernel/text/names.ts'

import { queryRule } from '../derive.ts'
import { valueHalf } from '../field-value.ts'
import { ownPattern } from '../foreign/patterns.ts'
import { listParameters } from '../query/list-parameters.ts'
import { queryRules } from '../query/query-rules.ts'
import type { Field } from '../types.ts'
import { auditKeys } from '../types.ts'
import { type FieldsContext, isAudit, type Level, needField, needWord, part, referField } from './context.ts'
import { checkSettings } from './field-settings.ts'
import { checkFilledFields } from './filled-fields.ts'
import type { Path } from './report.ts'

/** Checks keys, dictionaries, pickers and rules of all fields of a level. */
export function checkFields(context: FieldsContext, level: Level): void {
  checkKeys(context, level)
  checkSettings(context, level)
  for (const [index, field] of level.fields) {
    const path = [...level.path, index]
    needWord(
      context.report,
      [...path, 'dictCode'],
      field.dictCode,
      context.knownNames.dicts,
      'UNKNOWN_DICT',
      '字典',
      'dict',
    )
    if (typeof field.disabledkey === 'string')
      needField(context, level, [...path, 'disabledkey'], field.disabledkey)
    if (typeof field.idField === 'string') needField(context, level, [...path, 'idField'], field.idField)
    const isStored = context.isStored && field.persist !== false && !context.isFaulty([...path, 'persist'])
    const half = valueHalf(context.types, field)
    if (half?.isSecret && field.writeOnly !== true && isStored) {
      const text = '密码不能离开服务器，请写 "writeOnly": true（只在表单里用的写 "persist": false）'
      context.report([...path, 'type'], { code: 'BAD_VALUE', text })
    }
    if (half?.holdsChoices && !hasItems(context, field)) {
      const text = `${errorText('DICT_CODE_EMPTY')} 请写 dictCode 或 options`
      context.report([...path, 'type'], { code: 'MISSING_KEY', text })
    }
    if (half?.hasSource) {
      const { screens, reports } = context.knownNames
      const sources = new Map<string, unknown>([...screens, ...reports])
      needWord(
        context.report,
        [...path, 'source'],
        field.source,
        sources,
        'UNKNOWN_NAME',
        '界面或报表',
        'document',
      )
    }
    checkFilledFields(context, level, path, field)
    checkForeignKey(context, path, field)
    if (level.detail !== undefined && field.type === 'table') {
      context.report([...path, 'type'], { code: 'BAD_VALUE', text: '明细里不能再放明细，请另建一个文档' })
    }
    for (const [at, holder] of [
      [path, field],
      [[...path, 'query'], part(field, 'query')],
    ] as const)
      needWord(
        context.report,
        [...at, 'widget'],
        holder.widget,
        context.knownNames.widgets,
        'UNKNOWN_NAME',
        '登记过的控件',
      )
    checkRules(context, path, field)
    checkQuery(context, path, field)
  }
}

/** Whether a choice field has items: its own, or loaded ones. A misspelt `dictCode` has a problem of its own. */
const hasItems = ({ document, head }: FieldsContext, field: JsonObject): boolean =>
  Object.keys(field).some((key) => /^(dict|option)/i.test(key)) ||
  isLoaded(part(document, 'load').options, field, head.keys)

/** Whether a form loads the items; where the settings name an unknown field, it may be this one. */
const isLoaded = (options: unknown, { key }: JsonObject, keys: ReadonlySet<string>): boolean =>
  options !== undefined &&
  (!isJsonObject(options) || Object.keys(options).some((name) => name === key || !keys.has(name)))

/** PostgreSQL cuts longer names in silence. */
const MAX_COLUMN_NAME = 63
const longName = (column: string): string =>
  `列名 ${column} 有 ${column.length} 个字，数据库最多 ${MAX_COLUMN_NAME} 个`

/** The columns that PostgreSQL adds to every table. */
const databaseColumns: ReadonlySet<string> = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'])

function checkKeys(context: FieldsContext, level: Level): void {
  const seen = new Map<string, string>()
  const columns = new Map<string, string>(implicitColumns(context, level))
  for (const [index, field] of level.fields) {
    const path = [...level.path, index, 'key']
    const key = asText(field.key)
    if (key === undefined) continue
    if (isAudit(key)) {
      const text = `「${key}」是系统自带的列，请换一个名字（要显示它请写进 list.fields）`
      context.report(path, { code: 'UNSAFE_KEY', text })
    } else if (!isSafeKey(key) || key.endsWith('_dictText')) {
      context.report(path, { code: 'UNSAFE_KEY', text: `「${key}」不能作字段名，请换一个名字` })
    } else if (context.isStored && listParameters.has(key)) {
      context.report(path, {
        code: 'UNSAFE_KEY',
        text: `「${key}」是列表接口的参数，请换一个名字，如 f${key}`,
      })
    } else if (level.detail !== undefined && isOwnColumn(key)) {
      const text = `「${key}」是明细表自带的列（序号、勾选、单选、展开、拖动），请换一个名字`
      context.report(path, { code: 'UNSAFE_KEY', text })
    } else if (seen.has(key)) {
      context.report(path, { code: 'DUPLICATE_KEY', text: `字段名「${key}」重复，请换一个名字` })
    } else if (field.type !== 'table') {
      const column = asText(field.column) ?? toSnake(key)
      const other = columns.get(column)
      if (context.isStored && column.length > MAX_COLUMN_NAME) {
        context.report(path, { code: 'BAD_VALUE', text: `${longName(column)}，请缩短它或写 column` })
      } else if (databaseColumns.has(column)) {
        const text = `${column} 是数据库自己的列，请换一个名字或写 column`
        context.report(path, { code: 'UNSAFE_KEY', text })
      } else if (other !== undefined) {
        const owner = level.keys.has(other) && other !== key ? `「${other}」` : '系统自带的列'
        const text = `与${owner}用了同一列 ${column}，请换一个名字或写 column`
        context.report(path, { code: 'DUPLICATE_NAME', text })
      }
      columns.set(column, key)
    }
    seen.set(key, key)
  }
}

/** Refers to the column of a detail that shows the positions of its rows, where it has one. */
function referPosition(context: FieldsContext, path: Path, field: JsonObject, table: JsonObject): void {
  const level = context.detailsByKey.get(asText(field.key) ?? '')
  for (const [at, key] of [
    [[...path, 'dragSortKey'], field.dragSortKey],
    [[...path, 'table', 'order'], table.order],
  ] as const)
    if (typeof key === 'string' && level?.keys.has(key))
      context.report.refer?.(at, referField(context, level, key))
}

/** The column that names the record of a detail row is a column of its own. */
function checkForeignKey(context: FieldsContext, path: Path, field: JsonObject): void {
  const table = part(field, 'table')
  referPosition(context, path, field, table)
  const column = toSnake(asText(table.fk) ?? '')
  const order = asText(field.dragSortKey) ?? asText(table.order) ?? ''
  for (const [word, name] of [
    ['fk', column],
    ['order', toSnake(asText(table.order) ?? '')],
  ] as const)
    if (name.length > MAX_COLUMN_NAME)
      context.report([...path, 'table', word], { code: 'BAD_VALUE', text: `${longName(name)}，请缩短它` })
  const others = [...auditKeys, 'delFlag', order].map(toSnake)
  if (column === '' || !(others.includes(column) || databaseColumns.has(column))) return
  const text = `${column} 是系统自带的列，请换一个名字，如 fbillid`
  context.report([...path, 'table', 'fk'], { code: 'DUPLICATE_NAME', text })
}

/** The columns of a table that are not fields. */
function implicitColumns(context: FieldsContext, level: Level): [string, string][] {
  const owner = context.head.fields.find(([, field]) => field.type === 'table' && field.key === level.detail)
  const table = owner ? part(owner[1], 'table') : {}
  const order = asText(owner?.[1].dragSortKey) ?? asText(table.order) ?? []
  // A column of numbers may show the positions.
  const isShown = level.fields.some(
    ([, { key, type }]) => key === order && valueHalf(context.types, { type })?.dataType === 'number',
  )
  const isTenantBound = level.detail === undefined && part(context.document, 'table').tenant === true
  const tenantKeys = isTenantBound ? ['tenantId'] : []
  const keys = [...auditKeys, 'delFlag', ...tenantKeys, asText(table.fk) ?? [], isShown ? [] : order].flat()
  return keys.map((key) => [toSnake(key), key])
}

/** The words of which a rule has at least one. */
const ruleWords = ['required', 'unique', 'pattern', 'check', 'handler', 'ruleCode']

function checkRules(context: FieldsContext, path: Path, field: JsonObject): void {
  for (const [at, rule] of listObjectEntries(field.validateRules)) {
    const place = [...path, 'validateRules', at]
    needWord(
      context.report,
      [...place, 'handler'],
      rule.handler,
      context.knownNames.handlers,
      'UNKNOWN_NAME',
      '登记过的校验',
    )
    if (!ruleWords.some((word) => rule[word] !== undefined && rule[word] !== false)) {
      const text = `没有写要校验什么，请写 ${ruleWords.join('、')} 之一，或删去这一条`
      if (!context.isFaulty(place)) context.report(place, { code: 'MISSING_KEY', text })
    }
    const [blocking] = ['unique', 'handler', 'ruleCode'].filter((key) => rule[key] !== undefined)
    if (rule.level === 'warning' && blocking !== undefined) {
      const text = `${blocking} 不能只提醒，请删去 level，或写成另一条规则`
      context.report([...place, 'level'], { code: 'BAD_VALUE', text })
    }
    if (typeof rule.pattern !== 'string') continue
    const counterpart = ownPattern(rule.pattern)
    if (counterpart !== undefined) {
      const fix = [{ op: 'replace' as const, path: pointer(...place, 'pattern'), value: counterpart }]
      const text = `「${rule.pattern}」在这里写作 ${JSON.stringify(counterpart)}`
      context.report([...place, 'pattern'], { code: 'BAD_PATTERN', text, fix })
      continue
    }
    try {
      context.compilePattern(rule.pattern)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      const text = `既不是规则简写，也不是能用的正则：${why}`
      context.report([...place, 'pattern'], { code: 'BAD_PATTERN', text })
    }
  }
}

export function checkQuery(context: FieldsContext, path: Path, field: JsonObject): void {
  const rules = context.types.get(asText(field.type) ?? '')?.query?.rules
  if (!field.query || !context.types.has(asText(field.type) ?? '')) return
  if (!rules) {
    context.report([...path, 'query'], {
      code: 'BAD_VALUE',
      text: `${field.type} 类型不能作查询条件，请删去 query`,
    })
    return
  }
  const rule = queryRule(field as unknown as Field, context.types)
  if (!rule || rules.includes(rule) || !queryRules.includes(rule)) return
  const at = part(field, 'query').rule === rule ? [...path, 'query', 'rule'] : [...path, 'query']
  const text = `${field.type} 类型不能这样查询，可写 ${rules.join('、')}`
  context.report(at, { code: 'BAD_VALUE', text })
}
