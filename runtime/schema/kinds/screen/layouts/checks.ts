import { checkBoardLayout } from './board-check.ts'
import { checkCalendarLayout } from './calendar-check.ts'
import { checkCardLayout } from './card-check.ts'
import type { LayoutCheck } from './layout-check.ts'
import { checkTree } from './tree-check.ts'

/** The checks of the list layouts. Apart from their shapes: the types of documents follow from the shapes. */
export const layoutChecks: readonly LayoutCheck[] = [
  checkTree,
  checkCalendarLayout,
  checkBoardLayout,
  checkCardLayout,
]
