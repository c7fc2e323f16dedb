import { type RawBuilder, sql } from 'kysely'

/** What a `contains` index holds of a column (migration 007): an index serves a condition that is written in the same way. */
export const letterPairs = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`sys_letter_pairs(${column})`

/** Enough to find few rows; the pattern itself judges them. */
const MAX_PAIRS = 24

const quoted = (text: string): string => `'${text.replace(/['\\]/g, '$&$&')}'`

/**
 * What rows with this text in the column must have, as a `tsquery`. One letter is asked for as the beginning of a pair;
 * texts too long to be taken apart are always among the rows found.
 */
export function pairsQuery(text: string): string {
  const letters = [...text]
  const pairs = new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`))
  const asked = [...pairs].slice(0, MAX_PAIRS).map(quoted).join(' & ')
  return `(${asked || `${quoted(text)}:*`}) | '<long>'`
}
