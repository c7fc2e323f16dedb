/** The parts of the workflow module that other modules may import. */

export { actOnTask } from './act.ts'
export { handOverOfLeaving } from './hand-over.ts'
export type { OpinionServices } from './opinion/opinion.ts'
export type { ActBody } from './shape.ts'
