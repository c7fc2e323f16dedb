import Type from 'typebox'
import { listTextEntries } from '#runtime/kernel/json.ts'
import { required, withUse } from '../../../language/property.ts'
import { printDesigns } from '../designs.ts'
import { checkText, definePrintBlockShape, PrintText } from './block-shape.ts'

export const signaturesShape = definePrintBlockShape({
  name: 'signatures',
  title: printDesigns.signatures.title,
  shape: {
    names: withUse(
      { isCommon: true },
      required(
        '签字',
        '一处一项；带 {字段} 的印出值，其余留一条横线',
        ['制单 {createBy}', '库管'],
        Type.Array(PrintText, { minItems: 1, maxItems: 8 }),
      ),
    ),
  },
  check({ names }, context) {
    for (const [at, name] of listTextEntries(names)) checkText(context, [...context.path, 'names', at], name)
  },
})
