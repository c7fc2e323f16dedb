import type { JsonObject } from '#runtime/kernel/json.ts'
import { getActions, isBuiltInAction } from '#runtime/schema/action-codes.ts'
import type { Action, StoredScreen } from '#runtime/schema/types.ts'
import { getColumnName } from '../../../../documents/plan/tables.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'
import { readCount, readRowText, withoutUndefined } from '../../../../reports/row-values.ts'
import { type ButtonPlace, getPlace, wordOfButton } from './buttons.ts'

const refuse = defineRefusals({
  ONLINE_BUTTON_SCRIPT: '按钮「{name}」不能写脚本，请在设计器的按钮里写打开文档、调用接口或审批动作',
  ONLINE_BUTTON_NONE: '按钮「{name}」没有可做的事，请先在设计器里加审批动作 {code}，或写打开文档、调用接口',
  ONLINE_BUTTON_STYLE: '表单里没有自定义按钮，请用 button（工具栏）或 link（行内）',
  ONLINE_BUTTON_EXP: '按钮的显示条件「{exp}」看不懂，请写作 字段#eq#值，用 && 或 || 相连',
  ONLINE_BUTTON_TAKEN: '已有编码是 {code} 的按钮',
  ONLINE_BUTTON_UNKNOWN: '没有编码是 {code} 的按钮',
})

type Entry = string | Action

const getCode = (entry: Entry): string => (typeof entry === 'string' ? entry : entry.code)

/** The expressions of one comparison of an online form. */
const comparisons: Readonly<Record<string, (field: string, value: string) => string>> = {
  eq: (field, value) => `${field} == ${value}`,
  ne: (field, value) => `${field} != ${value}`,
  empty: (field, value) => (value === "'false'" ? `${field} != null` : `${field} == null`),
  in: (field, value) =>
    `${field} in (${value
      .slice(1, -1)
      .split(',')
      .map((part) => `'${part}'`)
      .join(', ')})`,
}

/** The condition of a button as an expression. Refuses what is no comparison. */
function readCondition(screen: StoredScreen, exp: string): string | undefined {
  if (exp === '') return undefined
  const fault = () => refuse('ONLINE_BUTTON_EXP', { values: { exp: exp.slice(0, 100) } })
  const parts = exp.split(/(\|\||&&)/).map((part, at) => {
    if (at % 2 === 1) return part === '||' ? 'or' : 'and'
    const [column = '', word = '', value = ''] = part.trim().split('#')
    const field = screen.fields.find((entry) => getColumnName(entry) === column.toLowerCase())
    const comparison = Object.hasOwn(comparisons, word) ? comparisons[word] : undefined
    if (!field || !comparison || /['\\]/.test(value)) throw fault()
    return comparison(`row.${field.key}`, `'${value}'`)
  })
  return parts.join(' ')
}

/** The entry of a button: a built-in word, a move, or an action of the document with a new title or condition. */
function buildEntry(screen: StoredScreen, row: JsonObject, stored: Entry | undefined): Entry {
  const code = wordOfButton(readRowText(row, 'buttonCode'))
  const name = readRowText(row, 'buttonName') || code
  if (readRowText(row, 'optType') === 'js') throw refuse('ONLINE_BUTTON_SCRIPT', { values: { name } })
  const when = readCondition(screen, readRowText(row, 'exp'))
  const move = screen.flow?.moves.find((entry) => entry.code === code)
  if (typeof stored === 'object') return { ...stored, title: name, ...(when !== undefined && { when }) }
  if (!isBuiltInAction(code) && !move) throw refuse('ONLINE_BUTTON_NONE', { values: { name, code } })
  const title = move?.title === name || name === code ? undefined : name
  if (title === undefined && when === undefined) return code
  return withoutUndefined({ code, title, when }) as unknown as Action
}

type Places = Record<ButtonPlace, Entry[]>

const getPlaces = (screen: StoredScreen): Places => {
  const { toolbar = [], row = [] } = getActions(screen)
  return { toolbar: [...toolbar], row: [...row] }
}

const withPlaces = (body: JsonObject, places: Places): JsonObject => ({ ...body, actions: { ...places } })

/** The document with one more button. */
export function addButton(body: JsonObject, screen: StoredScreen, row: JsonObject): JsonObject {
  const style = readRowText(row, 'buttonStyle')
  if (style === 'form') throw refuse('ONLINE_BUTTON_STYLE')
  const places = getPlaces(screen)
  const list = places[getPlace(style)]
  const code = wordOfButton(readRowText(row, 'buttonCode'))
  if (list.some((entry) => getCode(entry) === code)) throw refuse('ONLINE_BUTTON_TAKEN', { values: { code } })
  list.splice(readCount(row, 'orderNum') ?? list.length, 0, buildEntry(screen, row, undefined))
  return withPlaces(body, places)
}

/** The document with a changed button; its place and code stay. */
export function editButton(body: JsonObject, screen: StoredScreen, row: JsonObject): JsonObject {
  const places = getPlaces(screen)
  const list = places[getPlace(readRowText(row, 'buttonStyle'))]
  const code = wordOfButton(readRowText(row, 'buttonCode'))
  const at = list.findIndex((entry) => getCode(entry) === code)
  if (at < 0) throw refuse('ONLINE_BUTTON_UNKNOWN', { values: { code } })
  const [stored] = list.splice(at, 1)
  list.splice(readCount(row, 'orderNum') ?? at, 0, buildEntry(screen, row, stored))
  return withPlaces(body, places)
}

/** The document without the button of a place. */
export function removeButton(
  body: JsonObject,
  screen: StoredScreen,
  place: ButtonPlace,
  code: string,
): JsonObject {
  const places = getPlaces(screen)
  const rest = places[place].filter((entry) => getCode(entry) !== code)
  if (rest.length === places[place].length) throw refuse('ONLINE_BUTTON_UNKNOWN', { values: { code } })
  return withPlaces(body, { ...places, [place]: rest })
}
