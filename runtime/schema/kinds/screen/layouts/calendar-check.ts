import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { type FieldsContext, part } from '../../../checks/context.ts'
import { fieldAt } from '../../../checks/groups.ts'
import { isStoredField } from '../../../checks/stored-fields.ts'
import { valueHalf } from '../../../field-value.ts'
import { calendarLayout } from '../../../layouts/calendar.ts'
import { findField, hasChoices } from './choice-fields.ts'
import { checkOwnProperty } from './layout-check.ts'

/** Checks `list.calendar`: present exactly with its layout, over fields that can serve it. */
export function checkCalendarLayout(context: FieldsContext): void {
  checkOwnProperty(context, calendarLayout, '请写明日期字段，如 "calendar": { "date": "fdate" }')
  const { calendar } = part(context.document, 'list')
  if (isJsonObject(calendar)) checkCalendar(context, calendar)
}

function checkCalendar(context: FieldsContext, calendar: JsonObject): void {
  const { report } = context
  for (const word of ['date', 'end', 'title', 'color'])
    fieldAt(context, ['list', 'calendar', word], calendar[word])
  for (const word of ['date', 'end']) {
    const field = findField(context, calendar[word])
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
  const color = findField(context, calendar.color)
  if (color && !hasChoices(context, color)) {
    const text = `字段「${color.key}」没有选项，颜色请用有 options 或 dictCode 的字段，并给它写 tag`
    report(['list', 'calendar', 'color'], { code: 'BAD_VALUE', text })
  }
}
