import { optional, words } from '../../../language/property.ts'
import { printDesigns } from '../designs.ts'
import { align, checkOwnText, definePrintBlockShape, keep, printText } from './block-shape.ts'

export const textShape = definePrintBlockShape({
  name: 'text',
  title: printDesigns.text.title,
  shape: {
    text: printText('供应单位：{fsupplier}'),
    size: optional('字号', '缺省是正文的字号', 'large', words({ small: '小', large: '大' })),
    align,
    keep,
  },
  check: checkOwnText,
})
