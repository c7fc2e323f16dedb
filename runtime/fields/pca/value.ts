import { parsed, refused } from '../../kernel/problem.ts'
import { titleOf } from '../../schema/derive.ts'
import type { FieldValue } from '../../schema/field-value.ts'
import { isNothing, textFromWire } from '../parts/text-value.ts'

/** The part of a code that everything below the region shares, and the way back. */
export const regionPrefix = (code: string): string => code.replace(/(00){1,2}$/, '')
export const regionOfPrefix = (prefix: string): string => prefix.padEnd(6, '0')

const isRegion = (text: string): boolean => /^[1-9]\d{5}$/.test(text)

/**
 * A province, city or district by its six-digit code; the higher levels end in zeros. The names are a chunk of
 * their own that only the browser loads, so here the text is the code.
 */
export const pcaValue: FieldValue<string> = {
  type: 'pca',
  empty: null,
  fromWire: textFromWire,
  toWire: (value) => value,
  toText: (value) => value ?? '',
  fromText(text) {
    const word = text.trim()
    if (word === '') return parsed(null)
    return isRegion(word) ? parsed(word) : refused(`应为 6 位行政区划代码：${word.slice(0, 40)}`)
  },
  check: (raw, field) => {
    const text = textFromWire(raw)
    if (isNothing(raw) || (text !== null && isRegion(text))) return null
    return { code: 'region', text: `${titleOf(field)}应为 6 位行政区划代码` }
  },
  column: () => ({ type: 'varchar', length: 6 }),
  query: { rules: ['right_like', 'eq'] },
}
