/** The parts of the outbox module that other modules may import. */
export { OUTBOX_DAYS } from './outbox.ts'
export { computeSignature } from './text-hook.ts'
