import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listTextEntries,
} from '#runtime/kernel/json.ts'
import { type FieldsContext, needField, needWord, part, referField } from '../../../checks/context.ts'
import { checkExpression, checkValue, type Place } from '../../../checks/expressions/expressions.ts'
import { type Path, textSpan, withoutReferences } from '../../../checks/report.ts'
import { needStored } from '../../../checks/stored-fields.ts'
import { valueHalf } from '../../../field-value.ts'
import { isOverlay } from '../overlay.ts'
import { findCircle, listTriggers, type Occasion } from './cycles.ts'
import { type ConsequenceName, consequenceNames } from './shapes.ts'
import { listPlaceholders, placeholderPlaces } from './text-placeholders.ts'
import {
  checkFilled,
  checkSent,
  checkWritten,
  checkWrittenValues,
  findWritten,
  needTarget,
  type Reading,
} from './written-values.ts'

/** Checks the settings of a consequence at their path. */
type ConsequenceCheck = (context: FieldsContext, path: Path, settings: JsonObject, place: Place) => void

/** Checks the fields that a text names as `${key}`. */
export function checkPlaceholders(context: FieldsContext, path: Path, text: unknown): void {
  const { head, report } = context
  for (const { key, from } of placeholderPlaces(asText(text) ?? ''))
    report.refer?.(path, referField(context, head, key), textSpan(key, from))
  for (const key of listPlaceholders(asText(text) ?? '')) {
    needField({ ...context, report: withoutReferences(report) }, head, path, key, true)
    if (head.byKey.get(key)?.type === 'table')
      report(path, { code: 'BAD_VALUE', text: `字段「${key}」是明细，文字里写不出来，请换一个字段` })
  }
}

function checkNotify(context: FieldsContext, path: Path, settings: JsonObject, place: Place): void {
  const { head, report } = context
  const to = part(settings, 'to')
  if (settings.to !== undefined && Object.keys(to).length === 0)
    report([...path, 'to'], { code: 'BAD_VALUE', text: '没有收件人，请写 users、roles 或 departs' })
  for (const word of ['users', 'departs'])
    for (const [at, value] of listTextEntries(to[word]))
      checkValue(context, head, [...path, 'to', word, at], value, place)
  const { template, title } = settings
  if (template === undefined && title === undefined)
    report(path, { code: 'MISSING_KEY', text: '缺少消息的文字，请写 title，或写消息模板的编码 template' })
  for (const word of ['title', 'text'])
    if (template !== undefined && settings[word] !== undefined)
      report([...path, word], { code: 'BAD_VALUE', text: `文字由消息模板给出，请删去 ${word} 或 template` })
  for (const word of ['title', 'text']) checkPlaceholders(context, [...path, word], settings[word])
}

function checkMake(context: FieldsContext, path: Path, settings: JsonObject, place: Place): void {
  const { head, details, detailsByKey, report } = context
  const { each } = settings
  needWord(
    report,
    [...path, 'each'],
    each,
    new Map(details.map((level) => [level.detail ?? '', level])),
    'UNKNOWN_FIELD',
    '明细',
  )
  if (typeof each === 'string') report.refer?.([...path, 'each'], referField(context, head, each))
  const level = each === undefined ? head : detailsByKey.get(asText(each) ?? '')
  const written = findWritten(context, [...path, 'screen'], settings.screen)
  if (!written || !level) return
  const values = part(settings, 'values')
  checkWrittenValues(context, [...path, 'values'], values, written, { level, place })
  checkFilled(context, [...path, 'values'], values, written)
}

function checkChange(context: FieldsContext, path: Path, settings: JsonObject, place: Place): void {
  const { head, report } = context
  const { record, where } = settings
  if ((record === undefined) === (where === undefined))
    report(path, { code: 'BAD_VALUE', text: '请写 record（改哪条记录）或 where（改哪些记录），写一个' })
  const reading: Reading = { level: head, place }
  checkExpression(context, head, [...path, 'record'], record, place)
  const written = findWritten(context, [...path, 'screen'], settings.screen)
  if (!written) return
  for (const [key, value] of Object.entries(part(settings, 'where'))) {
    const at = [...path, 'where', key]
    if (key === 'id') checkWritten(context, at, value, undefined, reading)
    else {
      const field = needTarget(context, at, key, written.id, written.fields)
      if (field?.type === 'table')
        report(at, { code: 'BAD_VALUE', text: `字段「${key}」是明细，不能按它找，请换一个字段` })
      else checkWritten(context, at, value, field, reading)
    }
  }
  checkWrittenValues(context, [...path, 'values'], part(settings, 'values'), written, reading)
}

function checkWebhook(context: FieldsContext, path: Path, { url, send }: JsonObject, place: Place): void {
  if (typeof url === 'string' && !URL.canParse(url))
    context.report([...path, 'url'], {
      code: 'BAD_VALUE',
      text: '不是一个地址，请写如 https://oa.example/hook',
    })
  for (const [key, value] of Object.entries(isJsonObject(send) ? send : {}))
    checkSent(context, [...path, 'send', key], value, { level: context.head, place })
}

/** The checks of the consequences; a further one is one more line. */
const checks: Readonly<Record<ConsequenceName, ConsequenceCheck>> = {
  notify: checkNotify,
  make: checkMake,
  change: checkChange,
  webhook: checkWebhook,
}

/** Changes after which the values before it differ from those after it. */
const withBefore: ReadonlySet<unknown> = new Set(['edit', 'save', 'move'])

/** Checks the words of an entry that is about a day, and that no other entry has them. */
function checkDay(context: FieldsContext, path: Path, { on, field, days }: JsonObject): void {
  const { head, report, types } = context
  if (context.isFaulty([...path, 'on'])) return
  if (on !== 'date') {
    for (const [key, value] of Object.entries({ field, days }))
      if (value !== undefined && on !== undefined)
        report([...path, key], { code: 'BAD_VALUE', text: `${key} 只用于 "on": "date"，请删去，或改 on` })
    return
  }
  if (field === undefined)
    report(path, { code: 'MISSING_KEY', text: '缺少 field：哪个日期字段，如 "field": "fdue"' })
  needStored(context, [...path, 'field'], field, '不能按它提醒')
  const named = head.byKey.get(asText(field) ?? '')
  const half = named && valueHalf(types, named)
  if (!half || half.dataType === 'date' || half.dataType === 'datetime' || half.dataType === 'rows') return
  const text = `字段「${String(field)}」不是日期，请换一个 date 或 datetime 字段`
  report([...path, 'field'], { code: 'BAD_VALUE', text })
}

function checkOccasion(context: FieldsContext, path: Path, { on, move }: JsonObject): void {
  const { document, knownNames, report } = context
  if (context.isFaulty([...path, 'on'])) return
  if (on !== 'move') {
    if (move !== undefined && on !== undefined)
      report([...path, 'move'], { code: 'BAD_VALUE', text: 'move 只用于 "on": "move"，请删去，或改 on' })
    return
  }
  const codes = listObjectEntries(part(document, 'flow').moves).flatMap(
    ([, entry]) => asText(entry.code) ?? [],
  )
  if (move === undefined)
    report(path, {
      code: 'MISSING_KEY',
      text: `缺少 move：哪个审批动作，如 "move": "${codes[0] ?? 'audit'}"`,
    })
  // A screen over the table of another one may have other moves.
  else if (!context.isFaulty(['flow']) && !isOverlay(knownNames.documents.get(String(document.id))))
    needWord(report, [...path, 'move'], move, new Set(codes), 'UNKNOWN_NAME', '审批动作')
}

const changeNames: Readonly<Record<string, string>> = {
  add: '新增',
  edit: '编辑',
  remove: '删除',
  date: '到了日期',
}

/** Reports entries that lead to themselves again, each at the screen that it writes. */
function checkCircles(context: FieldsContext): void {
  const { document, knownNames, report } = context
  const direct = listTriggers(document)
  if (direct.length === 0) return
  const others = [...knownNames.documents.values()].filter(({ id }) => id !== document.id)
  const triggers = [...direct, ...others.flatMap(listTriggers)]
  const format = ({ screen, change }: Occasion) => {
    const { title = screen } = screen === document.id ? document : (knownNames.documents.get(screen) ?? {})
    return `「${String(title)}」${changeNames[change] ?? '审批'}`
  }
  const reported = new Set<number>()
  for (const trigger of direct) {
    const circle = reported.has(trigger.at) ? undefined : findCircle(triggers, trigger)
    if (!circle) continue
    reported.add(trigger.at)
    const text = `没完没了：${circle.map(format).join(' → ')}，请改其中一处的 on，或删去一处`
    const name = trigger.to.change === 'add' ? 'make' : 'change'
    report(['then', trigger.at, name, 'screen'], { code: 'FORMULA_CYCLE', text })
  }
}

/** Checks that an entry has exactly one consequence, and its settings. */
export function checkConsequence(context: FieldsContext, path: Path, entry: JsonObject, place: Place): void {
  const names = consequenceNames.filter((name) => entry[name] !== undefined)
  if (names.length !== 1) {
    const listed = consequenceNames.join('、')
    const text =
      names.length === 0
        ? `没有写要做的事，请写 ${listed} 中的一个`
        : `一条只写一件事，请把 ${names.join('、')} 分成几条`
    context.report(path, { code: 'BAD_VALUE', text })
  }
  for (const name of names) checks[name](context, [...path, name], part(entry, name), place)
}

/** Checks what happens after changes of the records. */
export function checkThen(context: FieldsContext): void {
  const { document, head } = context
  for (const [at, entry] of listObjectEntries(document.then)) {
    const path = ['then', at]
    const place: Place = withBefore.has(entry.on) ? 'change' : 'bare'
    checkOccasion(context, path, entry)
    checkDay(context, path, entry)
    checkExpression(context, head, [...path, 'when'], entry.when, place)
    checkConsequence(context, path, entry, place)
  }
  checkCircles(context)
}
