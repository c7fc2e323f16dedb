import { parseExpression } from '#runtime/kernel/expression.ts'
import { asText, isJsonObject, listObjectEntries, listTextEntries } from '#runtime/kernel/json.ts'
import { type FieldsContext, part } from '../../checks/context.ts'
import { checkExpression } from '../../checks/expressions/expressions.ts'
import type { Path } from '../../checks/report.ts'
import { needAllStored, needStored } from '../../checks/stored-fields.ts'
import type { Field } from '../../types.ts'

/** Checks the limits of the table: what they compare is stored, and a period has two ends of one kind. */
export function checkLimits(context: FieldsContext): void {
  const { head, report, document } = context
  for (const [at, limit] of listObjectEntries(part(document, 'table').limits)) {
    const path = ['table', 'limits', at]
    if (limit.fields === undefined && limit.period === undefined)
      report(path, {
        code: 'BAD_VALUE',
        text: '请写 fields（哪些字段的值相同）或 period（起止），或两个都写',
      })
    needAllStored(context, [...path, 'fields'], limit.fields, '不能按它限数', true)
    checkPeriod(context, [...path, 'period'], limit.period)
    checkExpression(context, head, [...path, 'where'], limit.where, 'bare')
    const read = parseExpression(asText(limit.where) ?? '')
    if (read.ok && read.value.names.some((name) => name === 'user' || name.startsWith('user.')))
      report([...path, 'where'], {
        code: 'BAD_VALUE',
        text: '限数对每个人都一样，条件里不能用 user，请改用字段或固定的值',
      })
  }
}

function checkPeriod(context: FieldsContext, path: Path, keys: unknown): void {
  const { head, report, types } = context
  const stored = listTextEntries(keys).map(([at, key]) => {
    needStored(context, [...path, at], key, '不能作时段的一端')
    const field = head.fields.find(([, entry]) => entry.key === key)?.[1]
    if (!field || !isJsonObject(field)) return undefined
    return types.get(asText(field.type) ?? '')?.column(field as unknown as Field)?.type
  })
  if (context.isFaulty(['fields']) || stored.length < 2 || stored.includes(undefined)) return
  const [begin, end] = stored
  if (begin === end && (begin === 'date' || begin === 'timestamp')) return
  report(path, { code: 'BAD_VALUE', text: '起和止应是两个日期，或两个日期时间的字段，请换字段' })
}
