import type { PrintBlockPlan } from './block-plan.ts'

const DEFAULT_HEIGHT = 12

export const barcodePlan: PrintBlockPlan<'barcode'> = {
  compile(block, print) {
    const text = print.fill(block.text)
    return text === '' ? [] : [{ type: 'barcode', text, height: block.height ?? DEFAULT_HEIGHT }]
  },
}
