import { toBig, toPlain } from '#runtime/kernel/decimal.ts'
import {
  deadPart,
  listResults,
  type Result,
  type ResultType,
  resultTitles,
  type TypeOfName,
} from '#runtime/kernel/expression/result.ts'
import { walkNodes } from '#runtime/kernel/expression/walk.ts'
import { type Expression, parseExpression } from '#runtime/kernel/expression.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import {
  type AnyFieldValue,
  type DataType,
  type FieldValues,
  noLookup,
  valueHalf,
} from '../../field-value.ts'
import type { KnownNames } from '../../names/known-names.ts'
import type { Field } from '../../types.ts'
import type { Path, Report } from '../report.ts'
import { calendarFinding, referCalendar } from './calendar-use.ts'
import { literalFault, meantValue } from './literal.ts'

/** The types of values in formulas; those of a choice, of a code and of any text are not known. */
const resultTypes: Partial<Record<DataType, ResultType>> = {
  number: 'number',
  rows: 'list',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  month: 'month',
  time: 'time',
  text: 'text',
}

/** What a type says of the values of its field, whatever the field's own settings say. */
const ownResultType = (half: AnyFieldValue, field: JsonObject): ResultType =>
  half.resultType?.(field as unknown as Field) ?? resultTypes[half.dataType] ?? 'any'

/** Whether the value of an option may be a number or a day. */
const isFigure = (option: unknown): boolean =>
  !isJsonObject(option) || /^[\d\s.:-]*$/.test(String(option.value))

/** The type of the values of a field, as far as it is known without its records. */
export function typeOfField(types: FieldValues, field: JsonObject): ResultType {
  const half = valueHalf(types, field)
  if (!half) return 'any'
  const type = ownResultType(half, field)
  if (type === 'list' || type === 'number' || type === 'boolean') return type
  if (field.compute !== undefined || field.dictCode !== undefined) return 'any'
  if (Array.isArray(field.options)) return field.options.some(isFigure) ? 'any' : 'text'
  return type
}

/** The types of names that are no fields. */
export function typeOfEnvironment(path: readonly string[]): ResultType {
  const name = path.join('.')
  if (name === 'today') return 'date'
  if (name === 'now' || name === 'createTime' || name === 'updateTime') return 'datetime'
  return name === 'mode' || name === 'user.realname' ? 'text' : 'any'
}

/** Values of each type; a field whose type refuses all of them cannot hold the type. */
const samples: Partial<Record<ResultType, readonly unknown[]>> = {
  number: [0, 1, 2025],
  text: ['文字'],
  edited: ['文字'],
  date: ['2025-01-31'],
  datetime: ['2025-01-31 08:30:00'],
  month: ['2025-01'],
  time: ['08:30:00'],
}

/** Faults of the kind of a value; other faults depend on the single value. */
export const kindFaults: ReadonlySet<string> = new Set(['type', 'number', 'date'])

/** Faults of figures besides: a text may be an address or a cron expression, a number or a day never is. */
const figureFaults: ReadonlySet<string> = new Set(['link', 'cron', 'path'])

/** Whether a choice may have a number or a day among its values. */
function hasFigureOptions(half: AnyFieldValue, field: JsonObject): boolean {
  if (Array.isArray(field.options)) return field.options.some(isFigure)
  if (field.dictCode !== undefined) return true
  return (half.resultType?.(field as unknown as Field) ?? 'any') === 'any'
}

function holds(half: AnyFieldValue, field: JsonObject, type: ResultType): boolean {
  const accepts = (value: unknown) => half.check(value, field as unknown as Field, noLookup)
  if (type === 'any') return true
  if (type === 'list') return false
  // A text `false` counts as true where it is read.
  if (type === 'boolean') return accepts(true) === null && accepts('文字') !== null
  // A text made of others may be a day.
  if (type === 'edited' && half.dataType !== 'number') return true
  const isText = type === 'text' || type === 'edited'
  const hasFigures = isText || hasFigureOptions(half, field)
  return (
    samples[type]?.some((value) => {
      const code = accepts(value)?.code ?? ''
      return !(
        kindFaults.has(code) ||
        (!isText && figureFaults.has(code)) ||
        (!hasFigures && code === 'dict')
      )
    }) ?? true
  )
}

/** How to write a result of one type for a field of another. */
function formatRemedy(type: ResultType, half: AnyFieldValue): string {
  if (type === 'list') return '文字请写 join(明细.字段)，数字请写 sum(明细.字段)'
  if (half.dataType === 'number') {
    if (type === 'boolean') return '请写 if(条件, 1, 0)'
    if (type === 'date' || type === 'datetime') return '相差几天请写 days(起, 止)，年份请写 year(日期)'
    return '文字里是数字的，请写 (文字) * 1'
  }
  if (type === 'boolean') return "请写 if(条件, '是', '否') 之类，或把类型改成 switch"
  return '请改公式，或改字段的类型'
}

export interface FitContext {
  types: FieldValues
  knownNames: KnownNames
  report: Report
}

/** Why a field cannot hold a result; undefined when it can, or when that is not known. */
function misfit(context: FitContext, field: JsonObject, half: AnyFieldValue, { type, literal }: Result) {
  if (literal !== undefined && typeof literal !== 'boolean') {
    const number = typeof literal === 'string' ? null : toBig(literal)
    const fault = literalFault(context, field, number ? toPlain(number) : literal)
    // Results are rounded.
    if (!fault || fault.code === 'scale') return undefined
    const meant = meantValue(context, field, literal)
    const remedy = meant === undefined ? '请改成这个字段能存的值' : `请写 '${String(meant)}'`
    return `结果会是「${String(literal)}」，${fault.text}，${remedy}`
  }
  if (holds(half, field, type)) return undefined
  return `结果会是「${resultTitles[type]}」，${String(field.type)} 类型存不下，${formatRemedy(type, half)}`
}

/** Checks that a field can hold what an expression gives. */
export function checkFit(
  context: FitContext,
  path: Path,
  field: JsonObject,
  { node }: Expression,
  getType: TypeOfName,
): void {
  const half = valueHalf(context.types, field)
  // An operation without a result is a problem of its own.
  if (!half || half.dataType === 'rows' || deadPart(node, getType)) return
  for (const result of listResults(node, getType)) {
    const text = misfit(context, field, half, result)
    if (text === undefined) continue
    context.report(path, { code: 'BAD_EXPRESSION', text })
    return
  }
}

/** Why a field cannot hold the values of another one, which are copied into it; undefined where it can. A typed text may be anything. */
export function findCopyFault(
  types: FieldValues,
  target: JsonObject,
  source: JsonObject,
): string | undefined {
  const half = valueHalf(types, target)
  const type = typeOfField(types, source)
  if (!half || half.dataType === 'rows' || type === 'text') return undefined
  if (holds(half, target, type)) return undefined
  return `「${String(source.key)}」是${resultTitles[type]}，字段「${String(target.key)}」是 ${String(target.type)} 类型，存不下，请换一个字段`
}

/** Checks that a field can hold the values of another one, which are copied into it. */
export function checkCopy(context: FitContext, path: Path, target: JsonObject, source: JsonObject): void {
  const text = findCopyFault(context.types, target, source)
  if (text !== undefined) context.report(path, { code: 'BAD_VALUE', text })
}

/** Checks that the values of two fields can be equal. A typed text may be anything. */
export function checkComparable(context: FitContext, path: Path, field: JsonObject, other: JsonObject): void {
  const canHold = (holder: JsonObject, source: JsonObject) => {
    const half = valueHalf(context.types, holder)
    const type = typeOfField(context.types, source)
    return !half || half.dataType === 'rows' || type === 'text' || holds(half, holder, type)
  }
  if (canHold(field, other) || canHold(other, field)) return
  const formatName = (entry: JsonObject) =>
    `「${String(entry.key)}」（${resultTitles[typeOfField(context.types, entry)]}）`
  const text = `${formatName(other)}和${formatName(field)}不会相等，请换一个字段`
  context.report(path, { code: 'BAD_VALUE', text })
}

/**
 * Reports an operation that has no result for any record. Without `dicts` no dictionary of holidays is loaded where the
 * expression is evaluated.
 */
export function checkOperations(
  report: Report,
  path: Path,
  { node, source }: Expression,
  getType: TypeOfName,
  dicts?: KnownNames['dicts'],
): void {
  const text = deadPart(node, getType)
  if (text !== undefined) report(path, { code: 'BAD_EXPRESSION', text: `表达式算不出结果：${text}` })
  for (const call of walkNodes(node)) {
    const finding = calendarFinding(call, dicts)
    if (dicts) referCalendar(report, path, source, call)
    if (finding) report(path, finding)
  }
}

/** The expression of a value `=…`; null for a literal, and for an expression that has a problem of its own. */
export function readExpression(value: unknown): Expression | null {
  if (typeof value !== 'string' || !value.startsWith('=')) return null
  const read = parseExpression(value.slice(1))
  return read.ok ? read.value : null
}
