import { boardLayout } from './board.ts'
import { calendarLayout } from './calendar.ts'
import { cardLayout } from './card.ts'
import { erpLayout } from './erp.ts'
import { innerTableLayout } from './inner-table.ts'
import type { LayoutPlan } from './layout-plan.ts'
import { normalLayout } from './normal.ts'
import { tabLayout } from './tab.ts'
import { treeLayout } from './tree.ts'

const plans = [
  normalLayout,
  treeLayout,
  erpLayout,
  tabLayout,
  innerTableLayout,
  calendarLayout,
  boardLayout,
  cardLayout,
] as const

export type LayoutName = (typeof plans)[number]['name']

/** The plans of all list layouts, in the order in which the guide lists them. */
export const layoutPlans: readonly LayoutPlan<LayoutName>[] = plans

/** The layout of a written name; undefined for an unknown one. */
export const findLayoutPlan = (name: unknown): LayoutPlan<LayoutName> | undefined =>
  layoutPlans.find((plan) => plan.name === name)

/** The layout in which a screen is drawn. */
export const layoutPlan = ({ list }: { list?: { layout?: string } }): LayoutPlan<LayoutName> =>
  findLayoutPlan(list?.layout) ?? normalLayout
