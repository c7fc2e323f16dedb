import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listTextEntries,
} from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { isBuiltInAction } from '../../action-codes.ts'
import { tableNameFault } from '../../application-tables.ts'
import { checkMenu, type FieldsContext, needField, needWord, part, referField } from '../../checks/context.ts'
import { checkExpression, checkResult, checkValue } from '../../checks/expressions/expressions.ts'
import {
  checkKey,
  checkLiteral,
  literalFault,
  meantFinding,
  meantValue,
} from '../../checks/expressions/literal.ts'
import { checkGroups, fieldAt } from '../../checks/groups.ts'
import { keySpan, type Path, type Span, sortKeys } from '../../checks/report.ts'
import { checkSideTree } from '../../checks/side-tree.ts'
import { needAllStored, needStored } from '../../checks/stored-fields.ts'
import { findChoices } from '../../checks/values/choices.ts'
import type { SqlColumn } from '../../field-value.ts'
import { layoutPlan } from '../../layouts/plans.ts'
import type { Field } from '../../types.ts'
import { listEntries } from './check-actions.ts'
import { checkEffectFields } from './check-effect-fields.ts'
import { checkLimits } from './check-limits.ts'
import { checkPartition } from './check-partition.ts'
import { checkPostings } from './postings/check.ts'

/** Checks the menu, hooks, and the parts outside `fields` that name fields of the head. */
export function checkParts(context: FieldsContext): void {
  const { document: screen, knownNames, report } = context
  checkMenu(screen, knownNames, report)
  for (const [at, hook] of listTextEntries(screen.hooks)) {
    needWord(report, ['hooks', at], hook, knownNames.hooks, 'UNKNOWN_NAME', '登记过的服务器处理')
    const table = knownNames.hookTables.get(hook)
    const { name } = part(screen, 'table')
    if (table === undefined || table === name || typeof name !== 'string') continue
    const text = `「${hook}」只用于表 ${table}，本文档的表是 ${name}，请删去`
    report(['hooks', at], { code: 'BAD_VALUE', text })
  }
  const side = part(screen, 'sideTree')
  checkSideTree(context, side, context.head.fields.find(([, { key }]) => key === side.field)?.[1])
  needStored(context, ['sideTree', 'field'], side.field, '不能按它筛选')
  for (const key of ['parent', 'hasChild', 'leaf', 'text'])
    fieldAt(context, ['tree', key], part(screen, 'tree')[key])
  checkList(context)
  checkGroups(context, ['form', 'groups'], part(screen, 'form').groups)
  for (const [at, index] of listEntries(part(screen, 'table').indexes)) {
    const path = ['table', 'indexes', at, ...(Array.isArray(index) ? [] : ['fields'])]
    const keys = isJsonObject(index) ? index.fields : index
    needAllStored(context, path, keys, '没有列可以建索引', true)
    checkIndexed(context, path, keys)
  }
  checkLimits(context)
  checkPartition(context)
  checkFormerTables(context)
  const imports = part(screen, 'import')
  needAllStored(context, ['import', 'match'], imports.match, '不能按它认出旧记录')
  for (const [at, key] of listTextEntries(imports.match))
    checkCompared(context, ['import', 'match', at], key, '认出旧记录', unimported(context, key))
  const details = new Set(context.details.flatMap((level) => level.detail ?? []))
  for (const [at, key] of listTextEntries(imports.subtables)) {
    report.refer?.(['import', 'subtables', at], referField(context, context.head, key))
    needWord(report, ['import', 'subtables', at], key, details, 'UNKNOWN_FIELD', '明细')
  }
  for (const [at, rule] of listObjectEntries(screen.rowRules)) {
    checkExpression(context, context.head, ['rowRules', at, 'where'], rule.where, 'bare')
  }
}

/** Checks the former names of the tables: no document has them any more, and none is the application's. */
function checkFormerTables({ document, head, knownNames, report }: FieldsContext): void {
  const tables: [Path, JsonObject][] = [
    [['table'], part(document, 'table')],
    ...head.fields.map(([at, field]): [Path, JsonObject] => [['fields', at, 'table'], part(field, 'table')]),
  ]
  for (const [path, { name, renamedFrom }] of tables) {
    if (typeof renamedFrom !== 'string') continue
    const text =
      renamedFrom === name
        ? '请写改名之前的表名，或删去 renamedFrom'
        : renamedFrom.startsWith('sys_') || tableNameFault(renamedFrom)
          ? `表「${renamedFrom}」是系统自己的，请删去 renamedFrom`
          : knownNames.owners.get('table')?.has(renamedFrom)
            ? `表「${renamedFrom}」还有文档在用，请删去 renamedFrom`
            : undefined
    if (text !== undefined) report([...path, 'renamedFrom'], { code: 'BAD_VALUE', text })
  }
}

/** The letters that fit into an entry of an index of PostgreSQL (2,704 bytes), three bytes each. */
const MAX_INDEXED = 900
const unindexed: ReadonlySet<SqlColumn['type'] | undefined> = new Set(['text', 'jsonb', 'bytea', 'native'])

/** Checks that the longest values of the fields fit into an index: a longer text could not be saved. */
function checkIndexed(context: FieldsContext, path: Path, keys: unknown): void {
  let letters = 0
  for (const [at, key] of listTextEntries(keys)) {
    const field = context.head.fields.find(([, entry]) => entry.key === key)?.[1]
    if (!field || context.isFaulty(['fields'])) continue
    const half = context.types.get(asText(field.type) ?? '')
    const column = half?.column(field as unknown as Field)
    if (column?.type === 'varchar')
      letters += half?.indexedLength?.(field as unknown as Field) ?? column.length
    if (!unindexed.has(column?.type) && letters <= MAX_INDEXED) continue
    const text = `字段「${key}」太长，索引最多放 ${MAX_INDEXED} 个字，请从索引里去掉，或写小一些的 length`
    context.report([...path, at], { code: 'BAD_VALUE', text })
    return
  }
}

function checkList(context: FieldsContext): void {
  const list = part(context.document, 'list')
  for (const [at, key] of listTextEntries(list.fields)) checkColumn(context, ['list', 'fields', at], key)
  checkExpand(context, list)
  for (const { key, span } of sortKeys(list.sort)) {
    if (isJsonObject(context.head.byKey.get(key)?.from))
      needField(context, context.head, ['list', 'sort'], key, true, span)
    else needStored(context, ['list', 'sort'], key, '不能按它排序', true, span)
    checkCompared(
      context,
      ['list', 'sort'],
      key,
      '排序',
      findField(context, key)?.mask ? '有掩码' : undefined,
    )
  }
}

/** Checks that records can be sorted or recognised by the values of a field. */
function checkCompared(
  context: FieldsContext,
  path: Path,
  key: string,
  purpose: string,
  fault?: string,
): void {
  const field = findField(context, key)
  const half = context.types.get(asText(field?.type) ?? '')
  const found =
    fault ??
    (half?.filePaths
      ? '是附件'
      : half?.markup
        ? '是排版的文字'
        : field?.writeOnly === true
          ? '只写不读'
          : undefined)
  if (!field || found === undefined) return
  const text = `字段「${key}」${found}，不能按它${purpose}，请换一个字段`
  context.report(path, { code: 'BAD_VALUE', text })
}

const findField = ({ head }: FieldsContext, key: string): JsonObject | undefined =>
  head.fields.find(([, entry]) => entry.key === key)?.[1]

/** Why sheets have no values of a field, by which an import could recognise records. */
function unimported(context: FieldsContext, key: string): string | undefined {
  if (findField(context, key)?.compute !== undefined) return '由公式算出'
  return part(context.document, 'flow').field === key ? '由审批动作写入' : undefined
}

/** Checks the fields below a row: other layouts open rows of their own there, or have no rows. */
function checkExpand(context: FieldsContext, { expand, layout }: JsonObject): void {
  for (const [at, key] of listTextEntries(expand)) checkColumn(context, ['list', 'expand', at], key)
  if (
    expand === undefined ||
    layoutPlan({ list: { layout: asText(layout) } }).hasExpand ||
    context.isFaulty(['list', 'layout'])
  )
    return
  const text = `expand 只用于普通列表，请删去 expand，或删去 "layout": "${String(layout)}"`
  context.report(['list', 'expand'], { code: 'BAD_VALUE', text })
}

/** Checks a column of the list: details and values that nobody reads would be left out in silence. */
function checkColumn(context: FieldsContext, path: Path, key: string): void {
  fieldAt(context, path, key, true)
  const field = context.head.fields.find(([, entry]) => entry.key === key)?.[1]
  if (field?.type !== 'table' && field?.writeOnly !== true) return
  const fault = field.type === 'table' ? '是明细' : '只写不读'
  context.report(path, { code: 'BAD_VALUE', text: `字段「${key}」${fault}，不能作列，请删去` })
}

/** Checks states, moves and their effects. */
export function checkFlow(context: FieldsContext): void {
  const { document: screen, head, knownNames, report } = context
  if (!isJsonObject(screen.flow)) return
  const { flow } = screen
  const field = checkMoved(context, ['flow', 'field'], flow.field)
  if (field?.auto !== undefined) {
    const text = `字段「${String(field.key)}」是自动编号，存不了状态，请换一个字段`
    report(['flow', 'field'], { code: 'BAD_VALUE', text })
  }
  if (field && flow.states !== undefined) {
    const text = `字段「${String(field.key)}」写在 fields 里，状态和颜色以它的选项或字典和 tag 为准，请删去 states`
    const fix = [{ op: 'remove' as const, path: pointer('flow', 'states') }]
    report(['flow', 'states'], { code: 'BAD_VALUE', text, fix })
  }
  const moves = listObjectEntries(flow.moves)
  const reached = new Set(
    [flow.initial, ...moves.map(([, move]) => move.to)].flatMap((state) => asText(state) ?? []),
  )
  const stateValues = field && findChoices(field, knownNames)
  const state = (
    path: Path,
    word: unknown,
    words: ReadonlySet<string> | ReadonlyMap<string, string>,
    text: string,
  ) => {
    if (typeof word !== 'string' || words.has(word)) return
    const meant = field && stateValues ? meantValue(context, field, word) : undefined
    if (meant !== undefined) report(path, meantFinding(path, `${text}，这是文字`, meant))
    else report(path, { code: 'BAD_VALUE', text, word, words: words.keys(), fix: 'nearest' })
  }
  const faultOfState = (word: unknown) =>
    field?.options === undefined
      ? `字典「${field?.dictCode}」里没有「${word}」`
      : `字段「${flow.field}」的选项里没有「${word}」`
  if (stateValues) state(['flow', 'initial'], flow.initial, stateValues, faultOfState(flow.initial))
  else if (field) checkStates(context, field, reached)
  const isKnown = (word: unknown) => !stateValues || stateValues.has(String(word))
  const areReached =
    !context.isFaulty(['flow', 'moves']) && [flow.initial, ...moves.map(([, { to }]) => to)].every(isKnown)
  for (const [at, word] of areReached ? listTextEntries(flow.editable) : []) {
    state(['flow', 'editable', at], word, reached, `没有状态「${word}」`)
  }
  const codes = new Set<string>()
  for (const [index, move] of moves) {
    const path = ['flow', 'moves', index]
    const code = asText(move.code)
    if (code !== undefined && (codes.has(code) || isTaken(code))) {
      report([...path, 'code'], { code: 'DUPLICATE_NAME', text: `动作「${code}」已有，请换一个名字` })
    }
    codes.add(code ?? '')
    for (const [at, word] of areReached ? listTextEntries(move.from) : []) {
      state([...path, 'from', at], word, reached, `没有状态「${word}」，initial 和各个 to 都到不了它`)
    }
    if (stateValues) state([...path, 'to'], move.to, stateValues, faultOfState(move.to))
    needWord(
      report,
      [...path, 'effect'],
      move.effect,
      knownNames.effects,
      'UNKNOWN_EFFECT',
      '登记过的动作效果',
    )
    checkEffectFields(context, [...path, 'effect'], move.effect)
    checkPostings(context, path, move)
    const ask = part(move, 'ask')
    const target = checkMoved(context, [...path, 'ask', 'key'], ask.key)
    if (
      ask.key !== undefined &&
      (ask.key === flow.field || Object.hasOwn(part(move, 'set'), String(ask.key)))
    ) {
      const text = `字段「${ask.key}」已由这个动作写入，要填的话请写入另一个字段`
      report([...path, 'ask', 'key'], { code: 'DUPLICATE_NAME', text })
    } else if (target && literalFault(context, target, '意见')) {
      const text = `填的是文字，${String(target.type)} 类型的字段「${String(ask.key)}」存不下，请换一个 input 或 textarea 字段`
      report([...path, 'ask', 'key'], { code: 'BAD_VALUE', text })
    }
    for (const [key, value] of Object.entries(part(move, 'set'))) {
      const at = [...path, 'set', key]
      if (key === flow.field) {
        const text = `状态字段「${key}」由 to 写入，请删去`
        report(at, { code: 'DUPLICATE_NAME', text })
        continue
      }
      const target = checkMoved(context, at, key, keySpan(key))
      checkValue(context, head, at, value, 'bare')
      if (!target) continue
      checkLiteral(context, at, target, value)
      checkKey(context, at, target, value)
      checkResult(context, head, at, target, value)
    }
  }
}

/** Checks that the field can hold all states; a wrong type or length is one problem of the field. */
function checkStates(context: FieldsContext, field: JsonObject, states: Iterable<string>): void {
  for (const word of states) {
    const fault = literalFault(context, field, word)
    if (!fault) continue
    const text = `存不下状态「${word}」：${fault.text}，请改字段「${String(field.key)}」的类型或长度，或换一个字段`
    context.report(['flow', 'field'], { code: 'BAD_VALUE', text })
    return
  }
}

/** Checks a field into which moves write: it is stored, and no formula computes it. Returns it. */
function checkMoved(context: FieldsContext, path: Path, key: unknown, span?: Span): JsonObject | undefined {
  if (typeof key !== 'string') return undefined
  needStored(context, path, key, '审批动作不能写入', false, span)
  const field = context.head.fields.find(([, entry]) => entry.key === key)?.[1]
  if (field?.compute === undefined) return field
  const text = `字段「${key}」由公式算出，审批动作不能写入，请换一个字段`
  context.report(path, { code: 'BAD_VALUE', text })
  return undefined
}

/** Checks the fields that name the record of another screen. */
export function checkAbout(context: FieldsContext): void {
  const about = part(part(context.document, 'table'), 'about')
  for (const [word, key] of Object.entries(about))
    needStored(context, ['table', 'about', word], key, '不能记着说的是哪条记录')
  const { refersTo } = part(context.document, 'table')
  if (refersTo !== undefined) needStored(context, ['table', 'refersTo'], refersTo, '不能记着是哪些记录')
}

/** Whether every screen has a button or a permission of this code already. */
const isTaken = (code: string): boolean => isBuiltInAction(code) || code === 'list'
