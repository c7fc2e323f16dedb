import { type RawBuilder, sql } from 'kysely'

/** The value in a `contains` index of a column (migration 007): the index is used only by conditions with the same expression. */
export const trigrams = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`sys_letter_triples(${column})`

/** The value in a `pinyin` index of a column of pinyin (migration 041). */
export const pinyinTerms = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`sys_pinyin_terms(${column})`

/** Enough triples to find few rows; the pattern itself decides. */
const MAX_TRIGRAMS = 24

export const quoted = (text: string): string => `'${text.replace(/['\\]/g, '$&$&')}'`

/**
 * A `tsquery` that all rows with this text in the column match. One or two letters are searched as the prefix of
 * a triple; rows whose texts are too long to be indexed always match.
 */
export function trigramQuery(text: string): string {
  const letters = [...text]
  const triples = new Set(letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`))
  const query = [...triples].slice(0, MAX_TRIGRAMS).map(quoted).join(' & ')
  return `(${query || `${quoted(text)}:*`}) | '<long>'`
}
