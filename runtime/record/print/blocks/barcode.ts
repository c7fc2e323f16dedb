import { barcodeFault } from '#runtime/schema/kinds/print/blocks/codes.ts'
import type { PrintBlockPlan } from './block-plan.ts'

const DEFAULT_HEIGHT = 12

export const barcodePlan: PrintBlockPlan<'barcode'> = {
  compile({ text: written, format = 'code128', height = DEFAULT_HEIGHT }, print) {
    const text = print.fill(written)
    if (text === '') return []
    const fault = barcodeFault(text, format)
    return fault === undefined
      ? [{ type: 'barcode', text, format, height }]
      : [{ type: 'text', text: `${text}（${fault}，没有印条码）` }]
  },
}
