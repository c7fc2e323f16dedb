import Type from 'typebox'
import { listTextEntries } from '#runtime/kernel/json.ts'
import { needKey } from '../../../checks/source-key.ts'
import { Keys } from '../../../language/base.ts'
import { optional, required, withUse } from '../../../language/property.ts'
import { printDesigns } from '../designs.ts'
import { columnsText, definePrintBlockShape, keep, title } from './block-shape.ts'

export const fieldsShape = definePrintBlockShape({
  name: 'fields',
  title: printDesigns.fields.title,
  shape: {
    title,
    columnCount: withUse(
      { isCommon: true },
      optional(...columnsText, 4, Type.Integer({ minimum: 1, maximum: 6 })),
    ),
    fields: withUse({ isCommon: true }, required('字段', '印哪些字段', ['fbillno', 'fdate'], Keys)),
    keep,
  },
  check({ fields }, { head, knownNames, report, screenId, path }) {
    for (const [at, key] of listTextEntries(fields)) {
      const place = [...path, 'fields', at]
      needKey(knownNames, report, place, screenId, key)
      const field = head.fields.find(([, entry]) => entry.key === key)?.[1]
      if (field?.type !== 'table') continue
      const text = `「${key}」是明细表，请另写一块 { "type": "table", "detail": "${key}" }`
      report(place, { code: 'BAD_VALUE', text })
    }
  },
})
