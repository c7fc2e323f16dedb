/** The parts of the workflow module that other modules may import. */

export { actOnTask } from './act.ts'
export type { ActBody } from './shape.ts'
