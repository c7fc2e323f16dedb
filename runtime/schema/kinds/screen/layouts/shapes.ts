import { boardShape } from './board-shape.ts'
import { calendarShape } from './calendar-shape.ts'
import { cardShape } from './card-shape.ts'
import { treeShape } from './tree-shape.ts'

/** The properties of the list layouts that have some of their own, in the order of a formatted document. */
export const layoutShapes = [treeShape, calendarShape, boardShape, cardShape] as const
