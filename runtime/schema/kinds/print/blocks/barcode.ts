import Type from 'typebox'
import { optional } from '../../../language/property.ts'
import { checkOwnText, definePrintBlockShape, fixedText, heightText, printText } from './block-shape.ts'

export const barcodeShape = definePrintBlockShape({
  name: 'barcode',
  title: '条码',
  shape: {
    text: printText('{fbarcode}'),
    height: optional(...heightText, 12, Type.Integer({ minimum: 4, maximum: 60 })),
  },
  check(block, context) {
    checkOwnText(block, context)
    // Code 128 has no letters but those of ASCII.
    if (/^[\x20-\x7e]*$/.test(fixedText(block.text))) return
    const text = '条码里只能有英文字母、数字和符号，汉字请用 qr'
    context.report([...context.path, 'text'], { code: 'BAD_VALUE', text })
  },
})
