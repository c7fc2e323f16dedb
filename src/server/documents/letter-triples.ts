import { type RawBuilder, sql } from 'kysely'

/** What a `contains` index holds of a column (migration 007): an index serves a condition that is written in the same way. */
export const letterTriples = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`sys_letter_triples(${column})`

/** Enough to find few rows; the pattern itself decides. */
const MAX_TRIPLES = 24

const quoted = (text: string): string => `'${text.replace(/['\\]/g, '$&$&')}'`

/**
 * What rows with this text in the column must have, as a `tsquery`. One or two letters are asked for as the beginning of
 * a triple; texts too long to be taken apart are always among the rows found.
 */
export function triplesQuery(text: string): string {
  const letters = [...text]
  const triples = new Set(letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`))
  const asked = [...triples].slice(0, MAX_TRIPLES).map(quoted).join(' & ')
  return `(${asked || `${quoted(text)}:*`}) | '<long>'`
}
