import { namePlaces } from '#runtime/kernel/expression/name-places.ts'
import { listResults, type ResultType } from '#runtime/kernel/expression/result.ts'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { asText, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { ownWord } from '../../foreign/function-words.ts'
import {
  environmentWords,
  listEnvironmentNames,
  type NameTarget,
  resolveField,
} from '../../names/resolve-name.ts'
import { isSingleRule } from '../../query/query-rules.ts'
import { type FieldsContext, isAudit, type Level, part, referField, renamedNow } from '../context.ts'
import { checkDefault } from '../default-value.ts'
import { expressionFinding } from '../links/foreign.ts'
import { inText, type Path, textSpan, withoutFix } from '../report.ts'
import { checkSystemReads, checkSystemRule } from '../system-columns.ts'
import { checkUserText } from '../values/user-values.ts'
import { checkComparedLiterals } from './compared-literals.ts'
import {
  checkFit,
  checkOperations,
  readExpression,
  typeOfEnvironment,
  typeOfField,
} from './expression-types.ts'
import { formatCircle, listCircles } from './formula-circles.ts'
import { checkCondition } from './literal.ts'

/** Expressions of buttons may read these names too. */
const actionWords: ReadonlySet<string> = new Set([...environmentWords, 'ids', 'initial', 'master'])

/**
 * Where an expression is evaluated: in a form or a list, on a button, where no dictionary is loaded, or there after a change,
 * with the values before it as `before.x`.
 */
export type Place = 'field' | 'action' | 'bare' | 'change'

/**
 * Parses an expression and reports undeclared names; the field `computed`, whose formula it is, is not offered
 * instead of them. Returns the nodes of the formula graph that it reads.
 */
export function checkExpression(
  context: FieldsContext,
  level: Level,
  path: Path,
  text: unknown,
  place: Place = 'field',
  computed?: string,
): string[] {
  if (typeof text !== 'string') return []
  const read = parseExpression(text)
  if (!read.ok) {
    const keyOfTitle = (title: string) => findTitled(context, level, title)
    context.report(path, expressionFinding(path, text, read.text, { keyOfTitle }))
    return []
  }
  const dicts = place === 'field' ? context.knownNames.dicts : undefined
  checkOperations(context.report, path, read.value, typeOfName(context, level, place), dicts)
  checkComparedLiterals(context, path, read.value, (name) => {
    const target = findTarget(context, level, [...name], place)
    const field = target && findDeclared(context, level, target)
    // A flow declares the states of its field.
    return field && part(context.document, 'flow').field === field.key ? undefined : field
  })
  referNames(context, level, path, text, place)
  const computedNode = computed === undefined ? undefined : fieldNode(level, computed)
  return [...new Set(read.value.names)].flatMap((name) => {
    const node = findNode(context, level, name, place)
    if (node === undefined && context.isComplete) {
      const translation = ownWord(name)
      if (translation !== undefined) {
        const finding = `${name} 在这里写作 ${translation}`
        context.report(path, { code: 'UNKNOWN_NAME', text: `表达式里的 ${finding}`, mistake: finding })
        return []
      }
      const now = renamedName(context, level, name)
      const finding = now ?? {
        text: `表达式里的 ${name} 不是已声明的字段`,
        word: name,
        words: listNames(context, level, [computed, computedNode]),
      }
      context.report(path, { code: 'UNKNOWN_NAME', ...finding })
    }
    return node ?? []
  })
}

/** The finding of a name whose last part is a former key of a field. */
function renamedName({ head, details }: FieldsContext, level: Level, name: string) {
  const key = name.split('.').at(-1) ?? ''
  for (const { fields } of [level, head, ...details]) {
    const now = renamedNow(
      fields.map(([, field]) => field),
      key,
    )
    if (now !== undefined)
      return { text: `表达式里的「${key}」已改名为「${now}」，请改成 ${now}`, mistake: name }
  }
  return undefined
}

/** Tells which fields the names in an expression stand for. */
function referNames(context: FieldsContext, level: Level, path: Path, text: string, place: Place): void {
  const { refer } = context.report
  if (!refer) return
  for (const { path: name, starts } of namePlaces(text)) {
    const target = findTarget(context, level, [...name], place)
    if (target === undefined || target.kind === 'other') continue
    const [last = '', owner = ''] = [name.at(-1), name.at(-2)]
    const span = textSpan(last, starts.at(-1) ?? 0)
    if (target.kind === 'row') refer(path, referField(context, level, last), span)
    else if (target.kind === 'head') refer(path, referField(context, context.head, last), span)
    else {
      const detail = context.detailsByKey.get(target.detail) ?? context.head
      refer(path, referField(context, context.head, owner), textSpan(owner, starts.at(-2) ?? 0))
      refer(path, referField(context, detail, last), span)
    }
  }
}

/** Checks a value that is a literal or `"=expression"`. */
export function checkValue(
  context: FieldsContext,
  level: Level,
  path: Path,
  value: unknown,
  place: Place = 'field',
): void {
  checkUserText(context.report, path, value)
  if (typeof value !== 'string' || !value.startsWith('=')) return
  const text = value.slice(1)
  const read = parseExpression(text)
  if (!read.ok) {
    const keyOfTitle = (title: string) => findTitled(context, level, title)
    context.report(path, expressionFinding(path, text, read.text, { keyOfTitle, prefix: '=' }))
    return
  }
  // The value begins with `=`, the expression does not.
  checkExpression({ ...context, report: inText(context.report, 1) }, level, path, text, place)
}

const findKey = (level: Level, title: string): string | undefined =>
  asText(level.fields.find(([, field]) => asText(field.title) === title)?.[1].key)

/** The name of the field with a title, as an expression of the level writes it: `单价`, and `明细.金额` of the head. */
function findTitled({ head, details }: FieldsContext, level: Level, title: string): string | undefined {
  const sibling = findKey(level, title)
  if (sibling !== undefined) return sibling
  const [first = '', second] = title.split('.')
  if (second !== undefined) {
    const detail = details.find((entry) => entry.detail === (findKey(head, first) ?? first))
    const column = detail && (findKey(detail, second) ?? (detail.keys.has(second) ? second : undefined))
    return column === undefined ? undefined : `${detail?.detail}.${column}`
  }
  const key = level.detail === undefined ? undefined : findKey(head, title)
  return key === undefined ? undefined : `form.${key}`
}

/** The types of the names of an expression. */
const typeOfName =
  (context: FieldsContext, level: Level, place: Place = 'field') =>
  (path: readonly string[], ofMembers = false): ResultType => {
    const target = findTarget(context, level, [...path], place)
    if (target?.kind === 'column' && !ofMembers) return 'list'
    if (target === undefined || target.kind === 'other') return typeOfEnvironment(path)
    const field = findDeclared(context, level, target)
    return field ? typeOfField(context.types, field) : 'any'
  }

/** The field that a name reads. */
function findDeclared(context: FieldsContext, level: Level, target: NameTarget): JsonObject | undefined {
  if (target.kind === 'other') return undefined
  const column = target.kind === 'column' && context.detailsByKey.get(target.detail)
  const owner = column || (target.kind === 'row' ? level : context.head)
  return owner.byKey.get(target.key)
}

/** Checks that a field of the level can hold the value of `=expression`. */
export function checkResult(
  context: FieldsContext,
  level: Level,
  path: Path,
  field: JsonObject,
  value: unknown,
  place: Place = 'field',
): void {
  const expression = readExpression(value)
  if (expression) checkFit(context, path, field, expression, typeOfName(context, level, place))
}

/** The types of what an expression can give; none where it has no result, or is no expression. */
export function listResultTypes(
  context: FieldsContext,
  level: Level,
  text: string,
  place: Place,
): readonly ResultType[] {
  const read = parseExpression(text)
  return read.ok
    ? listResults(read.value.node, typeOfName(context, level, place)).map(({ type }) => type)
    : []
}

/** The node of the formula graph that a name reads, '' for a value that is no field, undefined for an unknown name. */
function findNode(context: FieldsContext, level: Level, name: string, place: Place): string | undefined {
  const target = findTarget(context, level, name.split('.'), place)
  if (target === undefined || target.kind === 'other') return target && ''
  if (target.kind === 'column') return `${target.detail}.${target.key}`
  return target.kind === 'row' ? fieldNode(level, target.key) : target.key
}

function findTarget(context: FieldsContext, level: Level, path: string[], place: Place) {
  const names = {
    head: context.head.keys,
    details: { get: (detail: string) => context.detailsByKey.get(detail)?.keys },
    isSystemColumn: isAudit,
    ...(level.detail === undefined ? {} : { row: level.keys }),
    ...(place === 'action' ? { environment: actionWords } : {}),
  }
  if (place === 'change' && path[0] === 'before' && !context.head.keys.has('before'))
    return path.length === 2 ? resolveField(['form', ...path.slice(1)], names) : undefined
  // The rows of the head's list are records of the head, of which a button reads single fields.
  const isRecord = place === 'action' && level.detail === undefined && path[0] === 'row'
  if (isRecord) return path.length === 2 ? resolveField(['form', ...path.slice(1)], names) : undefined
  return resolveField(path, names)
}

/** The names that an expression of the level may read, the nearest level first. */
function* listNames(context: FieldsContext, level: Level, without: readonly unknown[]): Iterable<string> {
  const nodes = function* ({ detail, keys }: Level) {
    for (const key of keys) yield `${detail}.${key}`
  }
  const environment = [...environmentWords].flatMap(listEnvironmentNames)
  for (const names of [level.keys, context.head.keys, ...context.details.map(nodes), environment])
    for (const name of names) if (!without.includes(name)) yield name
}

/** The same context for a second pass over an expression. */
const silent = (context: FieldsContext): FieldsContext => ({ ...context, report: () => undefined })

type Reads = ReadonlyMap<string, { path: Path; nodes: string[] }>

/** A field as a node of the formula graph: `fsum`, `items.famount`. */
export const fieldNode = ({ detail }: Level, key: string): string =>
  detail === undefined ? key : `${detail}.${key}`

/** The nodes that each formula and each default reads, by the node of its field. Reports problems of the formulas. */
export function formulaReads(context: FieldsContext): Reads {
  const reads = new Map<string, { path: Path; nodes: string[] }>()
  for (const level of [context.head, ...context.details]) {
    for (const [index, field] of level.fields) {
      const path = [...level.path, index, 'compute']
      const key = asText(field.key)
      const nodes = checkExpression(context, level, path, field.compute, 'field', key)
      if (!key) continue
      if (field.compute !== undefined) reads.set(fieldNode(level, key), { path, nodes })
      else if (typeof field.defaultValue === 'string' && field.defaultValue.startsWith('='))
        reads.set(fieldNode(level, key), {
          path: [...level.path, index, 'defaultValue'],
          // `checkFormulas` reports the problems of defaults.
          nodes: checkExpression(silent(context), level, path, field.defaultValue.slice(1)),
        })
    }
  }
  return reads
}

/** Checks the expressions of all fields. Reports a circle of formulas once, at its first formula. */
export function checkFormulas(context: FieldsContext): void {
  for (const level of [context.head, ...context.details]) {
    for (const [index, field] of level.fields) {
      const path = [...level.path, index]
      if (!context.isFaulty(path)) {
        checkResults(context, level, path, field)
        checkSystemReads(context, path, field)
      }
      for (const key of ['showIf', 'requireIf', 'disableIf', 'computedOptions']) {
        checkExpression(context, level, [...path, key], field[key])
      }
      checkNarrowed(context, level, [...path, 'computedOptions'], field)
      checkColors(context, level, path, field)
      const rows = field.type === 'table' && context.detailsByKey.get(asText(field.key) ?? '')
      if (rows) checkExpression(context, rows, [...path, 'disabledRows'], field.disabledRows)
      checkDefaults(context, level, path, field)
    }
  }
  const reads = formulaReads(context)
  for (const circle of listCircles(reads)) {
    const path = reads.get(circle[0] ?? '')?.path ?? []
    const text = `公式循环引用：${formatCircle(circle).join(' → ')}，请改其中一个公式或缺省值`
    context.report(path, { code: 'FORMULA_CYCLE', text })
  }
}

/** Checks that a field can hold what its formula and its defaults give. */
function checkResults(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  if (typeof field.compute === 'string')
    checkResult(context, level, [...path, 'compute'], field, `=${field.compute}`)
  checkResult(context, level, [...path, 'defaultValue'], field, field.defaultValue)
}

/** Checks that an expression gives the values that may be chosen: for any other result all of them may. */
function checkNarrowed(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  const text = field.computedOptions
  const expression = readExpression(`=${String(text)}`)
  if (text === undefined || !expression) return
  const results = listResults(expression.node, typeOfName(context, level))
  if (results.some(({ type }) => type === 'number' || type === 'boolean')) {
    const message = "要给出可选的值，以逗号相连，如 if(fkind == 'a', '1,2', '3')"
    context.report(path, { code: 'BAD_EXPRESSION', text: message })
    return
  }
  const report = withoutFix(context.report)
  for (const { literal } of results) checkCondition({ ...context, report }, path, field, literal)
}

/** Checks the conditions of the colours of a field. */
export function checkColors(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  for (const [at, { when }] of listObjectEntries(field.colors))
    checkExpression(context, level, [...path, 'colors', at, 'when'], when)
}

function checkDefaults(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  checkValue(context, level, [...path, 'defaultValue'], field.defaultValue)
  const { rule, defaultValue } = part(field, 'query')
  checkDefault(context, [...path, 'query', 'defaultValue'], defaultValue, {
    field: isSingleRule(rule) && !context.isFaulty(path) ? field : undefined,
  })
  for (const [at, rule] of listObjectEntries(field.validateRules)) {
    const place = [...path, 'validateRules', at, 'check']
    checkExpression(context, level, place, rule.check)
    checkSystemRule(context, place, rule.check)
  }
}
