import Type from 'typebox'
import { asText, type JsonObject, listTextEntries } from '#runtime/kernel/json.ts'
import { type FieldsContext, type Level, needField, referField } from '../../../checks/context.ts'
import { checkExpression } from '../../../checks/expressions/expressions.ts'
import { Expression, Key, Keys } from '../../../language/base.ts'
import { optional, required, withUse } from '../../../language/property.ts'
import { printDesigns } from '../designs.ts'
import {
  checkText,
  columnsText,
  definePrintBlockShape,
  keep,
  type PrintBlockContext,
  PrintText,
  title,
} from './block-shape.ts'

export const tableShape = definePrintBlockShape({
  name: 'table',
  title: printDesigns.table.title,
  shape: {
    title,
    detail: withUse({ isCommon: true }, required('明细', '哪张明细表', 'items', Key)),
    columns: withUse({ isCommon: true }, required(...columnsText, ['fspmc', 'fnum'], Keys)),
    rowWhen: withUse(
      { isCommon: true },
      optional('印哪些行', '只印满足这个条件的行，合计也只算这些行；缺省全印', 'fnum > 0', Expression),
    ),
    totals: withUse({ isCommon: true }, optional('合计', '合计哪些列', ['fnum'], Keys)),
    minRows: optional('最少行数', '不足时补空行', 8, Type.Integer({ minimum: 1, maximum: 40 })),
    note: optional(
      '表底文字',
      '表格最后一行的文字，可以写 {字段} 和 {表达式}',
      '金额大写 {capitals(ftotalamount)}',
      PrintText,
    ),
    keep,
  },
  check,
})

function check(block: JsonObject, context: PrintBlockContext): void {
  const { details, report, path, screenId } = context
  checkText(context, [...path, 'note'], block.note)
  const key = asText(block.detail)
  if (key === undefined) return
  const level = details.find(({ detail }) => detail === key)
  if (!level) {
    const words = details.map(({ detail = '' }) => detail)
    const text = `文档 ${screenId} 没有明细「${key}」`
    report([...path, 'detail'], { code: 'UNKNOWN_FIELD', text, word: key, words, fix: 'nearest' })
    return
  }
  report.refer?.([...path, 'detail'], referField(context, context.head, key))
  checkExpression(context, level, [...path, 'rowWhen'], block.rowWhen, 'bare')
  const columns = listTextEntries(block.columns)
  for (const [at, column] of columns) needField(context, level, [...path, 'columns', at], column)
  for (const [at, total] of Array.isArray(block.columns) ? listTextEntries(block.totals) : []) {
    const place = [...path, 'totals', at]
    report.refer?.(place, referField(context, level, total))
    if (!columns.some(([, column]) => column === total))
      report(place, { code: 'BAD_VALUE', text: `「${total}」不在 columns 里，请先把它列进 columns` })
    else if (!isNumber(context, level, total))
      report(place, { code: 'BAD_VALUE', text: `「${total}」不是数字，不能合计，请从 totals 删去` })
  }
}

/** Whether a column has numbers; an unknown column has a problem of its own. */
function isNumber({ types }: FieldsContext, { fields }: Level, key: string): boolean {
  const type = fields.find(([, field]) => field.key === key)?.[1].type
  return type === undefined || types.get(asText(type) ?? '')?.toNumber !== undefined
}
