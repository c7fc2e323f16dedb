import { randomBytes } from 'node:crypto'

/** Short enough to be read out over the telephone; the same in the log, the answer's header and the page. */
export const newRequestId = (): string => randomBytes(6).toString('hex')
