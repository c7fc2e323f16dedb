import Type from 'typebox'
import { required, withUse } from '../../../../language/property.ts'
import { type BlockOf, defineBlockShape } from '../block-shape.ts'
import { head, href, needs, widget } from '../parts.ts'

export const textShape = defineBlockShape({
  name: 'text',
  shape: {
    ...head,
    widget,
    needs,
    text: withUse(
      { isCommon: true },
      required('文字', '显示的文字', '欢迎', Type.String({ minLength: 1, maxLength: 4000 })),
    ),
    href,
  },
})

export type TextBlock = BlockOf<typeof textShape>
