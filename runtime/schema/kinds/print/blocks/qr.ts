import Type from 'typebox'
import { optional } from '../../../language/property.ts'
import { printDesigns } from '../designs.ts'
import { checkOwnText, definePrintBlockShape, heightText, printText } from './block-shape.ts'

export const qrShape = definePrintBlockShape({
  name: 'qr',
  title: printDesigns.qr.title,
  shape: {
    text: printText('{fcode}'),
    height: optional(...heightText, 20, Type.Integer({ minimum: 8, maximum: 80 })),
  },
  check: checkOwnText,
})
