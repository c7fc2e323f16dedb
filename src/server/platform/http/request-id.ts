import { randomBytes } from 'node:crypto'

/** Short enough to be read out over the telephone; the log, the answer's header and what people see have the same. */
export const newRequestId = (): string => randomBytes(6).toString('hex')
