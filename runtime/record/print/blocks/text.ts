import type { PrintBlockPlan } from './block-plan.ts'

export const textPlan: PrintBlockPlan<'text'> = {
  compile: ({ when: _, ...block }, print) => [{ ...block, text: print.fill(block.text) }],
}
