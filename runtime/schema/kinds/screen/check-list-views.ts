import { asText, isJsonObject, type JsonObject, recordsOf } from '#runtime/kernel/json.ts'
import { type FieldsContext, part } from '../../checks/context.ts'
import { fieldAt, fieldsAt } from '../../checks/groups.ts'
import { isStoredField } from '../../checks/stored-fields.ts'
import { valueHalf } from '../../field-value.ts'

type View = 'calendar' | 'board'

const titles: Readonly<Record<View, string>> = { calendar: '日历', board: '分栏' }
const needs: Readonly<Record<View, string>> = {
  calendar: '请写明日期字段，如 "calendar": { "date": "fdate" }',
  board: '请写明分栏字段，如 "board": { "field": "fstates" }',
}

/** Checks `list.calendar` and `list.board`: present exactly with their layout, over fields that can serve them. */
export function checkListViews(context: FieldsContext): void {
  const list = part(context.document, 'list')
  for (const view of ['calendar', 'board'] as const) checkLayout(context, list, view)
  if (isJsonObject(list.calendar)) checkCalendar(context, list.calendar)
  if (isJsonObject(list.board)) checkBoard(context, list.board)
}

function checkLayout({ report, isFaulty }: FieldsContext, list: JsonObject, view: View): void {
  if (isFaulty(['list', 'layout']) || isFaulty(['list', view])) return
  const isDrawn = list.layout === view
  const title = titles[view]
  if (isDrawn && list[view] === undefined)
    report(['list', 'layout'], { code: 'MISSING_KEY', text: `${title}列表缺少 ${view}，${needs[view]}` })
  if (isDrawn || !isJsonObject(list[view])) return
  report(['list', view], {
    code: 'BAD_VALUE',
    text: `写了 ${view} 就是${title}列表，请写 "layout": "${view}"，或删去 ${view}`,
    fix: [{ op: 'add', path: '/list/layout', value: view }],
  })
}

const fieldOf = ({ head }: FieldsContext, key: unknown): JsonObject | undefined =>
  head.fields.find(([, field]) => field.key === key)?.[1]

/** Whether the values of a field are a closed list: options, a dictionary, or the states of the flow. */
const hasChoices = ({ document }: FieldsContext, field: JsonObject): boolean =>
  Array.isArray(field.options) || field.dictCode !== undefined || part(document, 'flow').field === field.key

function checkCalendar(context: FieldsContext, calendar: JsonObject): void {
  const { report } = context
  for (const word of ['date', 'end', 'title', 'color'])
    fieldAt(context, ['list', 'calendar', word], calendar[word])
  for (const word of ['date', 'end']) {
    const field = fieldOf(context, calendar[word])
    if (!field) continue
    const path = ['list', 'calendar', word]
    const dataType = valueHalf(context.types, field)?.dataType
    if (dataType !== 'date' && dataType !== 'datetime') {
      const text = `字段「${field.key}」不是日期，请换一个类型是 date 或 datetime 的字段`
      report(path, { code: 'BAD_VALUE', text })
    } else if (!isStoredField(context, field)) {
      report(path, { code: 'BAD_VALUE', text: `字段「${field.key}」不存入数据库，不能按它查询` })
    }
  }
  if (calendar.end !== undefined && calendar.end === calendar.date) {
    const text = `「${String(calendar.end)}」已是开始的日期，只有一天的记录请删去 end，或换一个字段`
    report(['list', 'calendar', 'end'], { code: 'BAD_VALUE', text })
  }
  const color = fieldOf(context, calendar.color)
  if (color && !hasChoices(context, color)) {
    const text = `字段「${color.key}」没有选项，颜色请用有 options 或 dictCode 的字段，并给它写 tag`
    report(['list', 'calendar', 'color'], { code: 'BAD_VALUE', text })
  }
}

function checkBoard(context: FieldsContext, board: JsonObject): void {
  const { report, types } = context
  for (const word of ['field', 'title', 'sum']) fieldAt(context, ['list', 'board', word], board[word])
  fieldsAt(context, ['list', 'board', 'subtitle'], board.subtitle, true)
  const sum = fieldOf(context, board.sum)
  const half = sum && valueHalf(types, sum)
  if (sum && (!half?.toNumber || !isStoredField(context, sum))) {
    report(['list', 'board', 'sum'], {
      code: 'BAD_VALUE',
      text: `字段「${sum.key}」不是存库的数字，不能合计`,
    })
  }
  const field = fieldOf(context, board.field)
  if (!field) return
  const path = ['list', 'board', 'field']
  if (!hasChoices(context, field)) {
    const text = `字段「${field.key}」没有选项，请给它写 options 或 dictCode，或换成状态字段`
    report(path, { code: 'BAD_VALUE', text })
  } else if (!isStoredField(context, field)) {
    report(path, { code: 'BAD_VALUE', text: `字段「${field.key}」不存入数据库，不能按它分栏` })
  } else if (
    part(context.document, 'flow').field !== field.key &&
    valueHalf(types, field)?.holdsChoices !== 'one'
  ) {
    report(path, { code: 'BAD_VALUE', text: `字段「${field.key}」的类型要是 select 或 radio，才能按它分栏` })
  }
  checkColumns(context, board, field)
}

function checkColumns(
  { document, knownNames, report }: FieldsContext,
  board: JsonObject,
  field: JsonObject,
): void {
  const words = choicesOf(document, field) ?? knownNames.dicts.get(asText(field.dictCode) ?? '')?.values
  if (!words || !Array.isArray(board.columns)) return
  for (const [at, value] of board.columns.entries()) {
    const word = String(value)
    if (words.has(word)) continue
    const text = `字段「${field.key}」没有值「${word}」`
    report(['list', 'board', 'columns', at], { code: 'BAD_VALUE', text, word, words, fix: 'nearest' })
  }
}

/** The values that the document itself lists: the options of the field, else the states of the flow. */
function choicesOf(document: JsonObject, field: JsonObject): ReadonlySet<string> | undefined {
  if (Array.isArray(field.options))
    return new Set(recordsOf(field.options).map(([, { value }]) => String(value)))
  const flow = part(document, 'flow')
  if (field.dictCode !== undefined || flow.field !== field.key) return undefined
  return new Set([flow.initial, ...recordsOf(flow.moves).map(([, move]) => move.to)].map(String))
}
