import type { BlockPlan } from './block-plan.ts'
import { chartPlan } from './chart/plan.ts'
import { descriptionPlan } from './description/plan.ts'
import { entriesPlan } from './entries/plan.ts'
import { linksPlan } from './links/plan.ts'
import { resultPlan } from './result/plan.ts'
import { statisticPlan } from './statistic/plan.ts'
import { stepsPlan } from './steps/plan.ts'
import { tablePlan } from './table/plan.ts'
import { textPlan } from './text/plan.ts'
import { timelinePlan } from './timeline/plan.ts'

/** The plans of all panel blocks, in the order of the designer's palette. */
export const blockPlans: readonly BlockPlan[] = [
  statisticPlan,
  chartPlan,
  tablePlan,
  descriptionPlan,
  entriesPlan,
  linksPlan,
  textPlan,
  timelinePlan,
  stepsPlan,
  resultPlan,
]

/** The plan of a block, perhaps of a written one with faults; undefined for an unknown `type`. */
export const findBlockPlan = (
  { type }: { type?: unknown },
  plans: readonly BlockPlan[] = blockPlans,
): BlockPlan | undefined => plans.find(({ name }) => name === type)

/** The title of a block, perhaps of a written one with faults, else that of its type. */
export const blockTitle = (block: { type?: unknown; title?: unknown }): string =>
  typeof block.title === 'string' && block.title !== ''
    ? block.title
    : (findBlockPlan(block)?.title ?? '板块')
