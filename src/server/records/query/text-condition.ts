import { type RawBuilder, sql } from 'kysely'
import { searchWords } from '#runtime/kernel/text/search-words.ts'
import { readPinyin } from '#runtime/kernel/text/syllables.ts'
import type { Column } from '../../documents/plan/column.ts'
import { pinyinTerms, quoted, trigramQuery, trigrams } from '../../documents/plan/trigrams.ts'
import { signsFrom, syllableSign } from '../../platform/store/pinyin-signs.ts'

type Sql = RawBuilder<unknown>

/** The rules that search in texts: inside, at the end, at the beginning, and the whole text with stars inside. */
export type TextRule = 'like' | 'left_like' | 'right_like' | 'full_like'

export const isTextRule = (op: string): op is TextRule =>
  op === 'like' || op === 'left_like' || op === 'right_like' || op === 'full_like'

/** A typed word: the texts between its stars, and whether it must begin or end the value. */
interface Word {
  parts: readonly string[]
  begins: boolean
  ends: boolean
}

/** Maximum words of a search; further ones must follow the last of them in their order. */
const MAX_WORDS = 8

const bounded = (words: readonly string[][]): string[][] =>
  words.length <= MAX_WORDS
    ? [...words]
    : [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).flat()]

function splitWords(op: TextRule, text: string): Word[] {
  const words = bounded(searchWords(text))
  const typed = text.trim()
  const isFirst = (op === 'right_like' || op === 'full_like') && !typed.startsWith('*')
  const isLast = (op === 'left_like' || op === 'full_like') && !typed.endsWith('*')
  return words.map((parts, at) => ({
    parts,
    begins: isFirst && at === 0,
    ends: isLast && at === words.length - 1,
  }))
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
const joined = (parts: readonly string[]): string => parts.map(escaped).join('%')

/** Letters and digits with a letter, of at least two characters: one letter is in nearly every name. */
const isPinyin = ({ parts }: Word): boolean => {
  const typed = parts.join('')
  return typed.length > 1 && /^[a-z0-9]+$/i.test(typed) && /[a-z]/i.test(typed)
}

/** The first letters as `sys_pinyin` writes them, before a bar. */
const initialsPattern = ({ parts, begins, ends }: Word): string =>
  `${begins ? '' : '%'}${joined(parts).toUpperCase()}${ends ? '|%' : '%'}`

/** A reading in the signs of `sys_pinyin`: the last of several syllables may be a beginning. */
interface Signs {
  first: string
  last: readonly string[]
}

function listSigns({ parts, ends }: Word): Signs[] {
  const [only, ...others] = parts
  const readings = only !== undefined && others.length === 0 ? readPinyin(only) : []
  return readings.flatMap(({ syllables, isComplete }) => {
    const last = syllables.at(-1) ?? ''
    if (ends && !isComplete) return []
    const isOpen = syllables.length > 1 && !ends
    return [
      {
        first: syllables.slice(0, -1).map(syllableSign).join(''),
        last: isOpen ? signsFrom(last) : [syllableSign(last)],
      },
    ]
  })
}

const signPatterns = ({ first, last }: Signs, { begins, ends }: Word): string[] =>
  last.map((sign) => `${begins ? '%|' : '%'}${first}${sign}${ends ? '' : '%'}`)

const signQuery = ({ first, last }: Signs): string =>
  [...[...first].map(quoted), `(${last.map(quoted).join(' | ')})`].join(' & ')

const all = (parts: readonly Sql[], word: Sql): Sql => sql`(${sql.join(parts, word)})`

/** The rows with the text as it is typed, stars and blanks included. */
export const containing = (ref: Sql, text: string): Sql => sql`${ref} like ${`%${escaped(text)}%`}`

/** The rows whose text, its first letters or its pinyin have all words of a search. */
export function textCondition(column: Pick<Column, 'ref' | 'pinyin'>, op: TextRule, text: string): Sql {
  const conditions = splitWords(op, text).map((word) => {
    const { parts, begins, ends } = word
    const plain = sql`${column.ref} like ${`${begins ? '' : '%'}${joined(parts)}${ends ? '' : '%'}`}`
    if (!column.pinyin || !isPinyin(word)) return plain
    const { pinyin } = column
    const patterns = [initialsPattern(word), ...listSigns(word).flatMap((signs) => signPatterns(signs, word))]
    return all([plain, ...patterns.map((pattern) => sql`${pinyin} like ${pattern}`)], sql` or `)
  })
  return conditions.length === 0 ? sql`${column.ref} is not null` : all(conditions, sql` and `)
}

/** What the indexes of the column answer about a search: a condition for each word, or for each text between stars. */
export const textHints = (column: Pick<Column, 'ref' | 'pinyin'>, op: TextRule, text: string): Sql[] =>
  splitWords(op, text).flatMap((word) => {
    const plain = word.parts.map((part) => sql`${trigrams(column.ref)} @@ ${trigramQuery(part)}::tsquery`)
    if (!column.pinyin || !isPinyin(word)) return plain
    const initials = word.parts.map((part) => `(${trigramQuery(part.toUpperCase())})`).join(' & ')
    const queries = [initials, ...listSigns(word).map(signQuery)].map((query) => `(${query})`)
    const short = sql`${pinyinTerms(column.pinyin)} @@ ${queries.join(' | ')}::tsquery`
    return all([all(plain, sql` and `), short], sql` or `)
  })
