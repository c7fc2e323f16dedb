import type { TextRule } from './text-condition.ts'

/** The filter in one value of a list request (docs/http.md, "Filter values"), before operands are typed. */
export type FilterValue =
  | { op: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le' | TextRule; text: string }
  | { op: 'in' | 'any_like'; texts: string[] }

const words: Record<string, 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le' | 'in'> = {
  '>=': 'ge',
  '<=': 'le',
  '!=': 'ne',
  '>': 'gt',
  '<': 'lt',
  '=': 'eq',
  ge: 'ge',
  le: 'le',
  gt: 'gt',
  lt: 'lt',
  eq: 'eq',
  ne: 'ne',
  in: 'in',
}

const spaced = /^(>=|<=|!=|ge|le|gt|lt|eq|ne|in|>|<|=) +(?=\S)/
const joined = /^(>=|<=|!=|>|<)(?=\S)/

export const splitList = (text: string): string[] =>
  [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '')

/** Null when the value contains no filter. */
export function parseFilter(raw: string): FilterValue | null {
  const value = raw.trim()
  if (value === '') return null
  if (value.length > 1 && value.startsWith(',') && value.endsWith(',')) {
    const texts = splitList(value)
    return texts.length > 0 ? { op: 'any_like', texts } : null
  }
  const operator = spaced.exec(value) ?? joined.exec(value)
  if (operator) {
    const op = words[operator[1] as string] as Exclude<(typeof words)[string], undefined>
    const text = value.slice(operator[0].length)
    return op === 'in' ? { op, texts: splitList(text) } : { op, text }
  }
  const starred = parseStars(value)
  if (starred !== undefined) return starred
  if (value.includes(',')) return { op: 'in', texts: splitList(value) }
  if (value.startsWith('!') && value.length > 1) return { op: 'ne', text: value.slice(1) }
  // `++` is a literal comma that does not separate.
  if (value.indexOf('++') > 0) return { op: 'eq', text: value.replaceAll('++', ',') }
  return { op: 'eq', text: value.startsWith('=') && value.length > 1 ? value.slice(1) : value }
}

/** Stars at the ends say where the text stands; those inside it stay in the text. */
function parseStars(value: string): FilterValue | null | undefined {
  if (!value.includes('*')) return undefined
  let [from, to] = [0, value.length]
  while (value[from] === '*') from += 1
  while (to > from && value[to - 1] === '*') to -= 1
  const text = value.slice(from, to)
  if (text === '') return null
  const [start, end] = [from > 0, to < value.length]
  return { op: start ? (end ? 'like' : 'left_like') : end ? 'right_like' : 'full_like', text }
}
