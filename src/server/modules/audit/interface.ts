/** The parts of the audit module that the application composes. */
export { type AuditLog, openAuditLog } from './log.ts'
export { addAudit, RequestEvents } from './request-hook.ts'
export { verifyAudit } from './verify.ts'
