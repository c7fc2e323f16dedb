import { createHash } from 'node:crypto'

/** The content of a row that its hash covers, in this order. `time` is `YYYY-MM-DD HH:MM:SS` in China's time. */
export const hashedColumns = [
  'seq',
  'id',
  'create_time',
  'log_type',
  'log_content',
  'operate_type',
  'userid',
  'username',
  'tenant',
  'ip',
  'method',
  'request_url',
  'request_type',
  'request_param',
  'target',
  'before_values',
  'after_values',
  'cost_time',
  'ok',
] as const

export type AuditRow = Record<(typeof hashedColumns)[number], string | number | boolean | null>

/** The hashed content of a row after its place in the chain: a JSON list without its opening bracket. */
export const restOf = (row: Omit<AuditRow, 'seq'>): string =>
  JSON.stringify(hashedColumns.flatMap((name) => (name === 'seq' ? [] : [row[name] ?? null]))).slice(1)

/** The hash of a row that follows a row with the hash `before`. The database computes it too (`sys_audit_append`). */
export const hashOf = (before: string, row: AuditRow): string =>
  createHash('sha256')
    .update(`${before}\n[${row.seq},${restOf(row)}`)
    .digest('hex')

interface Link {
  seq: number
  hash: string
}

/** A row that is missing before `seq`, whose content or hash was changed, or that stands before the start of the chain. */
export interface Break {
  seq: number
  reason: 'missing' | 'changed' | 'foreign'
}

/** Follows a chain from the link before its first row; returns the first break, or the last link. */
export function followChain(
  start: Link,
  rows: Iterable<AuditRow & { hash: string }>,
): { broken: Break } | { last: Link } {
  let last = start
  for (const row of rows) {
    const seq = Number(row.seq)
    if (seq !== last.seq + 1) return { broken: { seq: last.seq + 1, reason: 'missing' } }
    if (row.hash !== hashOf(last.hash, row)) return { broken: { seq, reason: 'changed' } }
    last = { seq, hash: row.hash }
  }
  return { last }
}
