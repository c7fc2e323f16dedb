import { getSpan, getTitle } from '#runtime/schema/derive.ts'
import { isShown } from '../../checks/conditions.ts'
import { formatText, isPrintedRed } from '../printer.ts'
import type { PrintBlockPlan } from './block-plan.ts'

const DEFAULT_COLUMNS = 3

export const fieldsPlan: PrintBlockPlan<'fields'> = {
  compile({ title, fields: keys, columnCount = DEFAULT_COLUMNS, keep }, print) {
    const { record, env, scope, field } = print
    const fields = keys.flatMap((key) => {
      const found = field(key)
      if (!found || !isShown(found, scope)) return []
      const span = Math.min(columnCount, getSpan(found))
      const isRed = isPrintedRed(found, print)
      const text = formatText(found, record, env)
      return [{ key, title: getTitle(found), text, span, ...(isRed && { isRed }) }]
    })
    if (fields.length === 0) return []
    return [
      { type: 'fields', ...(title ? { title } : {}), columns: columnCount, fields, ...(keep && { keep }) },
    ]
  },
}
