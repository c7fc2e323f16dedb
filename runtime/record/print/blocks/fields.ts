import { spanOf, titleOf } from '#runtime/schema/derive.ts'
import { isShown } from '../../checks/checks.ts'
import { textOf } from '../printer.ts'
import type { PrintBlockPlan } from './block-plan.ts'

const DEFAULT_COLUMNS = 3

export const fieldsPlan: PrintBlockPlan<'fields'> = {
  compile({ title, fields: keys, columns = DEFAULT_COLUMNS }, { record, env, scope, field }) {
    const fields = keys.flatMap((key) => {
      const found = field(key)
      if (!found || !isShown(found, scope)) return []
      const span = Math.min(columns, spanOf(found))
      return [{ key, title: titleOf(found), text: textOf(found, record, env), span }]
    })
    return fields.length > 0 ? [{ type: 'fields', ...(title ? { title } : {}), columns, fields }] : []
  },
}
