/** The parts of the check module that other modules may import. */
export { askRule, refuseRule } from './rule-code.ts'
