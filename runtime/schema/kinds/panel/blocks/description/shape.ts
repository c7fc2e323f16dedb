import { ColumnCount } from '../../../../language/base.ts'
import { optional, withUse } from '../../../../language/property.ts'
import { source } from '../../sources.ts'
import { type BlockOf, defineBlockShape, namedKeys } from '../block-shape.ts'
import { fields, head, href, needs, titles, widget } from '../parts.ts'

/** The first record, key by key. */
export const descriptionShape = defineBlockShape({
  name: 'description',
  shape: {
    ...head,
    widget,
    needs,
    source,
    columnCount: withUse({ isCommon: true }, optional('列数', '表单分几列，1 到 4', 3, ColumnCount)),
    fields,
    titles,
    href,
  },
  keys: ({ fields }) => namedKeys(['fields'], fields),
})

export type DescriptionBlock = BlockOf<typeof descriptionShape>
