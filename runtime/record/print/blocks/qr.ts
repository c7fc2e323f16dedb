import type { PrintBlockPlan } from './block-plan.ts'

const DEFAULT_HEIGHT = 20
/** A QR code of the error correction level M. */
const MAX_BYTES = 2331

export const qrPlan: PrintBlockPlan<'qr'> = {
  compile(block, print) {
    const text = print.fill(block.text)
    // As with a barcode, a text that the code cannot contain is printed as it is.
    if (new TextEncoder().encode(text).length > MAX_BYTES)
      return [{ type: 'text', text: `${text}（太长，没有印二维码）` }]
    return text === '' ? [] : [{ type: 'qr', text, height: block.height ?? DEFAULT_HEIGHT }]
  },
}
