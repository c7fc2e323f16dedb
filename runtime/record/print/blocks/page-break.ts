import type { PrintBlockPlan } from './block-plan.ts'

export const pageBreakPlan: PrintBlockPlan<'pageBreak'> = { compile: () => [{ type: 'pageBreak' }] }
