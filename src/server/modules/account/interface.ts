/** The parts of the account module that other modules may import. */
export { outboxDays } from './sender.ts'
