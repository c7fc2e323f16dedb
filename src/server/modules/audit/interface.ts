/** The parts of the audit module that the application and its commands compose. */
export { collectCheckpoints } from './checkpoint.ts'
export { type AuditLog, openAuditLog } from './log.ts'
export { addAudit, RequestEvents } from './request-hook.ts'
export { getSink, readLines } from './sink.ts'
export { isOwnStart, keyChain, readStart } from './start.ts'
export { verifyAudit } from './verify.ts'
