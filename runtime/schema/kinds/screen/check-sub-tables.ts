import { namePlaces } from '#runtime/kernel/expression/name-places.ts'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { builtInActions } from '../../action-codes.ts'
import { type FieldsContext, isAudit, type Level, needField, needWord, part } from '../../checks/context.ts'
import {
  checkComparable,
  checkFit,
  checkOperations,
  typeOfEnvironment,
  typeOfField,
} from '../../checks/expressions/expression-types.ts'
import { checkLiteral } from '../../checks/expressions/literal.ts'
import { expressionFinding } from '../../checks/links/foreign.ts'
import { keySpan, type Path, textSpan } from '../../checks/report.ts'
import { isStoredField, needStored } from '../../checks/stored-fields.ts'
import type { LayoutPlan } from '../../layouts/layout-plan.ts'
import { layoutPlan, layoutPlans } from '../../layouts/plans.ts'
import type { Field } from '../../types.ts'
import { checkEntries } from './check-actions.ts'

/** A reserved name in the addresses of a detail's rows (`/resource/<id>/<detail>/list?master=…`). */
const addressWord = 'master'
const addressKey = 'move'
/** The letters of the column in which a detail row names its head. */
const MAX_REFERENCE = 36

/** The layout that texts propose for parts below a list. */
const partsLayout = layoutPlans.find(({ showsParts }) => showsParts)?.name

/** Checks the parts of a record: details, separately saved details, one-to-one details, panes, and the list layout. */
export function checkSubTables(context: FieldsContext): void {
  const layout = layoutPlan({ list: { layout: asText(part(context.document, 'list').layout) } })
  const panes = listObjectEntries(context.document.panes)
  const hasParts = context.details.length > 0 || (layout.showsParts && panes.length > 0)
  if (layout.needsDetails && !hasParts) {
    const text = `布局「${layout.name}」要有明细，请加一个 type 为 table 的字段，或改用 normal`
    context.report(['list', 'layout'], { code: 'BAD_VALUE', text })
  }
  for (const [index, field] of context.head.fields) {
    if (field.type !== 'table') continue
    const level = context.details.find((entry) => entry.detail === field.key)
    if (level) checkDetail(context, level, ['fields', index], field, layout)
  }
  if (panes.length > 0 && !layout.showsParts) {
    const text = `panes 显示在主表下方，只用于 list.layout 为 "${partsLayout}" 的界面；请写 "layout": "${partsLayout}" 或删去 panes`
    context.report(['panes'], { code: 'BAD_VALUE', text })
  }
  for (const [index, pane] of panes) checkPane(context, context.head, ['panes', index], pane)
  for (const [index, related] of listObjectEntries(context.document.related))
    checkRelated(context, ['related', index], related)
}

/** The id, as far as other fields may contain it: a day or a check box never does. */
const idField: JsonObject = { key: 'id', type: 'inputNumber' }

/** Checks the records of another screen below the form: their field `by` is stored and holds a key of this record. */
function checkRelated(context: FieldsContext, path: Path, { screen, by, key }: JsonObject): void {
  const { knownNames, report } = context
  needWord(report, [...path, 'screen'], screen, knownNames.screens, 'UNKNOWN_NAME', '界面', 'document')
  if (typeof key === 'string') needField(context, context.head, [...path, 'key'], key, true)
  const id = asText(screen) ?? ''
  const fields = knownNames.screens.get(id)
  if (!fields || typeof by !== 'string') return
  report.refer?.([...path, 'by'], { kind: 'field', screen: id, key: by })
  if (!fields.has(by) && !isAudit(by)) {
    const text = `界面 ${id} 没有字段「${by}」`
    report([...path, 'by'], { code: 'UNKNOWN_FIELD', text, word: by, words: fields.keys(), fix: 'nearest' })
  }
  const target = fields.get(by)
  if (target && !isStoredField(context, target))
    report([...path, 'by'], { code: 'BAD_VALUE', text: `字段「${by}」不存库，不能按它查，请换一个字段` })
  else if (target) {
    const source = context.head.fields.find(([, entry]) => entry.key === key)?.[1]
    const named = key === undefined ? idField : source
    if (named) checkComparable(context, [...path, 'by'], target, named)
  }
}

function checkDetail(
  context: FieldsContext,
  level: Level,
  path: Path,
  field: JsonObject,
  layout: LayoutPlan,
): void {
  if (context.isFaulty(path)) return
  const bad = (key: string, text: string) => context.report([...path, key], { code: 'BAD_VALUE', text })
  for (const word of ['tree', 'pageSize', 'panes']) {
    if (field[word] === undefined || (field.own !== true && field.look !== 'form')) continue
    bad(word, `${word} 只用于随表头保存的明细表，请删去它，或删去 ${field.own === true ? 'own' : 'look'}`)
  }
  checkReference(context, [...path, 'table', 'ref'], part(field, 'table').ref)
  checkDetailTree(context, level, path, field)
  for (const [index, pane] of listObjectEntries(field.panes))
    checkPane(context, level, [...path, 'panes', index], pane)
  if (field.look === 'form' && field.maxRows !== 1)
    bad('look', 'look 为 form 的明细只有一行，请写 "maxRows": 1')
  if (field.columnCount !== undefined && field.look !== 'form')
    bad('columnCount', 'columnCount 只用于 look 为 form 的明细，请加 "look": "form" 或删去 columnCount')
  if (field.own !== true) {
    if (field.actions !== undefined)
      bad('actions', '随表头保存的明细没有自己的按钮，请加 "own": true 或删去 actions')
    return
  }
  if (!layout.showsParts)
    bad('own', `单独保存的明细显示在主表下方，请写 "list": { "layout": "${partsLayout}" }，或删去 own`)
  if (field.look === 'form') bad('own', '一对一的明细随表头保存，请删去 own 或 look')
  if (field.minRows !== undefined)
    bad('minRows', '单独保存的明细一行一行地存，不能要求最少行数，请删去 minRows')
  if (field.key === addressKey) bad('key', `「${addressKey}」是接口占用的词，请换一个名字`)
  for (const [index, column] of level.fields) {
    if (column.key !== addressWord) continue
    const text = `「${addressWord}」是接口占用的词，请换一个名字`
    context.report([...level.path, index, 'key'], { code: 'BAD_VALUE', text })
  }
  checkEntries(
    context,
    level,
    [...path, 'actions'],
    part(field, 'actions'),
    new Set(Object.keys(builtInActions)),
  )
}

/** Checks the key of the head that rows refer to: the column of rows that contains it is a text. */
function checkReference(context: FieldsContext, path: Path, key: unknown): void {
  if (typeof key !== 'string' || key === 'id') return
  needStored(context, path, key, '行不能以它归属')
  const field = context.head.fields.find(([, entry]) => entry.key === key)?.[1]
  if (!field || !isStoredField(context, field)) return
  const column = context.types.get(asText(field.type) ?? '')?.column(field as unknown as Field)
  if (!column || (column.type === 'varchar' && column.length <= MAX_REFERENCE)) return
  const text = `字段「${key}」存的不是 ${MAX_REFERENCE} 个字以内的文字，行不能以它归属，请换一个字段或删去 ref`
  context.report(path, { code: 'BAD_VALUE', text })
}

/** Checks a detail whose rows form a tree. Users do not edit the parent's id, so its field is hidden. */
function checkDetailTree(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  if (!isJsonObject(field.tree)) return
  const { parent, text } = field.tree
  const at = (word: string) => [...path, 'tree', word]
  if (typeof parent === 'string') needField(context, level, at('parent'), parent)
  if (typeof text === 'string') needField(context, level, at('text'), text)
  const target = level.fields.find(([, entry]) => entry.key === parent)?.[1]
  if (target && (target.type !== 'hidden' || target.persist === false || target.compute !== undefined)) {
    const message = `字段「${parent}」存上级行的主键，类型请写 hidden，要存库，不能有公式`
    context.report(at('parent'), { code: 'BAD_VALUE', text: message })
  }
  if (field.pageSize !== undefined)
    context.report([...path, 'pageSize'], { code: 'BAD_VALUE', text: '树形明细不分页，请删去 pageSize' })
}

/** Checks a pane: another screen's records below a record (`master`), or opened from a detail's row (`row`). */
function checkPane(context: FieldsContext, level: Level, path: Path, pane: JsonObject): void {
  const { knownNames, report } = context
  const owner = level.detail === undefined ? 'master' : 'row'
  const rowName = level.detail === undefined ? '主表所选的行' : '本行'
  needWord(report, [...path, 'screen'], pane.screen, knownNames.screens, 'UNKNOWN_NAME', '界面', 'document')
  const id = asText(pane.screen) ?? ''
  const fields = knownNames.screens.get(id)
  for (const [key, value] of Object.entries(part(pane, 'bind'))) {
    const at = [...path, 'bind', key]
    report.refer?.(at, { kind: 'field', screen: id, key }, keySpan(key))
    const target = fields?.get(key)
    if (fields && !target && !isAudit(key)) {
      const text = `界面 ${id} 没有字段「${key}」`
      report(at, { code: 'UNKNOWN_FIELD', text, word: key, words: fields.keys(), fix: 'nearest' })
    } else if (target && !isStoredField(context, target))
      report(at, { code: 'BAD_VALUE', text: `字段「${key}」不存库，不能按它查，请换一个字段` })
    else if (target) checkLiteral(context, at, target, value)
    if (typeof value !== 'string' || !value.startsWith('=')) continue
    const read = parseExpression(value.slice(1))
    if (!read.ok) {
      report(at, expressionFinding(at, value.slice(1), read.text, { prefix: '=' }))
      continue
    }
    const getType = ([, name = '']: readonly string[]) => {
      const source = level.fields.find(([, { key }]) => key === name)?.[1]
      return source ? typeOfField(context.types, source) : typeOfEnvironment([name])
    }
    checkOperations(report, at, read.value, getType)
    if (target) checkFit(context, at, target, read.value, getType)
    for (const { path: name, starts } of namePlaces(value.slice(1))) {
      const [first, field = ''] = name
      const span = textSpan(field, 1 + (starts[1] ?? 0))
      if (first === owner) needField(context, level, at, field, true, span)
      else if (read.value.names.includes(name.join('.')))
        report(at, {
          code: 'UNKNOWN_NAME',
          text: `这里只能用${rowName}，如 =${owner}.id，没有 ${name.join('.')}`,
        })
    }
  }
}
