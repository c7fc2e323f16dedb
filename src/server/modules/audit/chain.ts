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
export const formatRest = (row: Omit<AuditRow, 'seq'>): string =>
  JSON.stringify(hashedColumns.flatMap((name) => (name === 'seq' ? [] : [row[name] ?? null]))).slice(1)

/** The text that the hash of a row covers: the hash before it, its place and its content. */
export const textOfRow = (before: string, seq: number, rest: string): string => `${before}\n[${seq},${rest}`

/** Makes a keyed hash; the key is outside of the database. */
export type Sign = (text: string) => string

/** The hash of rows before the first keyed one, as earlier versions computed it. */
export const plainHash: Sign = (text) => createHash('sha256').update(text).digest('hex')

/** The last row of a chain, or the place before its first row. */
export interface Link {
  seq: number
  hash: string
}

/**
 * Where a chain is broken: rows `seq` to `to` are missing; the row `seq` was changed, stands before the start of the chain, or is
 * another one than a checkpoint says; the record of the start is not the server's; or no checkpoint was found.
 */
export interface Break {
  seq: number
  reason: 'missing' | 'changed' | 'foreign' | 'replaced' | 'start' | 'unrecorded'
  to?: number
}

/**
 * Follows a chain from the link before its first row; returns the first break, or the last link. Rows from `keyedFrom` have
 * keyed hashes. Each row is compared with the checkpoint of its number, where there is one.
 */
export function followChain(
  start: Link,
  rows: Iterable<AuditRow & { hash: string }>,
  {
    sign,
    keyedFrom,
    checkpoints,
  }: { sign: Sign; keyedFrom: number; checkpoints?: ReadonlyMap<number, string> },
): { broken: Break } | { last: Link } {
  let last = start
  for (const row of rows) {
    const seq = Number(row.seq)
    if (seq !== last.seq + 1) return { broken: { seq: last.seq + 1, to: seq - 1, reason: 'missing' } }
    const computeHash = seq >= keyedFrom ? sign : plainHash
    if (row.hash !== computeHash(textOfRow(last.hash, seq, formatRest(row))))
      return { broken: { seq, reason: 'changed' } }
    if ((checkpoints?.get(seq) ?? row.hash) !== row.hash) return { broken: { seq, reason: 'replaced' } }
    last = { seq, hash: row.hash }
  }
  return { last }
}
