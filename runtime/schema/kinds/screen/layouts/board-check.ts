import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { type FieldsContext, part } from '../../../checks/context.ts'
import { meantFinding, meantValue } from '../../../checks/expressions/literal.ts'
import { fieldAt, fieldsAt } from '../../../checks/groups.ts'
import { isQueriedField, isStoredField } from '../../../checks/stored-fields.ts'
import { findChoices, listStates } from '../../../checks/values/choices.ts'
import { valueHalf } from '../../../field-value.ts'
import { boardLayout } from '../../../layouts/board.ts'
import { findField, hasChoices } from './choice-fields.ts'
import { checkOwnProperty } from './layout-check.ts'

/** Checks `list.board`: present exactly with its layout, over fields that can serve it. */
export function checkBoardLayout(context: FieldsContext): void {
  checkOwnProperty(context, boardLayout, '请写明分栏字段，如 "board": { "field": "fstates" }')
  const { board } = part(context.document, 'list')
  if (isJsonObject(board)) checkBoard(context, board)
}

function checkBoard(context: FieldsContext, board: JsonObject): void {
  const { report, types } = context
  for (const word of ['field', 'title', 'sum']) fieldAt(context, ['list', 'board', word], board[word])
  fieldsAt(context, ['list', 'board', 'subtitle'], board.subtitle, true)
  const sum = findField(context, board.sum)
  const half = sum && valueHalf(types, sum)
  if (sum && (!half?.toNumber || !isQueriedField(context, sum))) {
    report(['list', 'board', 'sum'], {
      code: 'BAD_VALUE',
      text: `字段「${sum.key}」不是存库的数字，不能合计`,
    })
  }
  const field = findField(context, board.field)
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

function checkColumns(context: FieldsContext, board: JsonObject, field: JsonObject): void {
  const { document, knownNames, report } = context
  const words = findChoices(field, knownNames) ?? listStates(document, field)
  if (!words || !Array.isArray(board.columns)) return
  for (const [at, value] of board.columns.entries()) {
    const word = String(value)
    if (words.has(word)) continue
    const path = ['list', 'board', 'columns', at]
    const meant = meantValue(context, field, word)
    const text = `字段「${field.key}」没有值「${word}」`
    if (meant !== undefined) report(path, meantFinding(path, `${text}，这是文字`, meant))
    else report(path, { code: 'BAD_VALUE', text, word, words: words.keys(), fix: 'nearest' })
  }
}
