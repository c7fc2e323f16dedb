/** The meaning of a database error for the caller, independent of its text. */
export type DatabaseFailure =
  | 'gone'
  | 'busy'
  | 'locked'
  | 'duplicate'
  | 'too long'
  | 'out of range'
  | 'in use'
  | 'missing'
  | 'empty'
  | 'not allowed'
  | 'no text'
  | 'read only'
  | 'full'

const byState: Record<string, DatabaseFailure> = {
  '23505': 'duplicate',
  '22001': 'too long',
  '22003': 'out of range',
  '22021': 'no text',
  '22P05': 'no text',
  '23502': 'empty',
  '23503': 'in use',
  '23514': 'not allowed',
  '25006': 'read only',
  '57014': 'busy',
  '55P03': 'locked',
  '40001': 'locked',
  '40P01': 'locked',
  '53100': 'full',
}

const socketErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

const goneTexts = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Query read timeout',
  'This socket has been ended',
  'write after end',
  'Cannot call write after a stream was destroyed',
]

/** Null for an error outside the database, or one that only a programming error can cause. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    if (code === '23503' && error.message.startsWith('insert or update')) return 'missing'
    const failure = byState[code]
    if (failure) return failure
    // 08 connection, 53 out of resources, 57P01-57P03 shutting down or starting.
    if (/^(08|53)...$|^57P0[1-3]$/.test(code)) return 'gone'
    const call = (error as { syscall?: unknown }).syscall
    if (socketErrors.has(code) && (call === 'connect' || call === 'read' || call === 'write')) return 'gone'
  }
  return goneTexts.some((text) => error.message.includes(text)) ? 'gone' : null
}

/** A deadlock or a serialization failure: the transaction was rolled back as a whole and may succeed when repeated. */
export const isConflict = (error: unknown): boolean =>
  ['40P01', '40001'].includes(String((error as { code?: unknown } | null)?.code))

/** The end of the time that a statement waits for the row of another transaction. */
export const isLockWait = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03'
