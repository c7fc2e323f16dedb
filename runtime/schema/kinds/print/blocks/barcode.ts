import Type from 'typebox'
import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import { optional, withUse, words } from '../../../language/property.ts'
import { printDesigns } from '../designs.ts'
import {
  checkOwnText,
  definePrintBlockShape,
  fixedText,
  heightText,
  type PrintBlockContext,
  printText,
} from './block-shape.ts'
import { barcodeFault, barcodeFormats } from './codes.ts'

export const barcodeShape = definePrintBlockShape({
  name: 'barcode',
  title: printDesigns.barcode.title,
  shape: {
    text: printText('{fbarcode}'),
    format: withUse(
      { isCommon: true },
      optional('码制', '缺省 code128；不合码制的值只印文字', 'ean13', words(barcodeFormats)),
    ),
    height: optional(...heightText, 12, Type.Integer({ minimum: 4, maximum: 60 })),
  },
  check,
})

/** Checks the part of the text that is the same for every record; the values are checked when they are printed. */
function check(block: JsonObject, context: PrintBlockContext): void {
  checkOwnText(block, context)
  const place = [...context.path, 'text']
  const fixed = fixedText(block.text)
  const isWhole = fixed === asText(block.text)
  const report = (text: string) => context.report(place, { code: 'BAD_VALUE', text })
  if (block.format !== 'ean13') {
    if (barcodeFault(fixed, 'code128') !== undefined) report('条码里只能有英文字母、数字和符号，汉字请用 qr')
  } else if (isWhole ? barcodeFault(fixed, 'ean13') !== undefined : !/^\d*$/.test(fixed))
    report('EAN-13 是 12 或 13 位数字，第 13 位是校验码；别的内容请删去 format')
}
