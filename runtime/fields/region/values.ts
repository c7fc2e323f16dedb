import { isBlank } from '#runtime/kernel/json.ts'
import { parsed, refused } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { AnyFieldValue, FieldValue } from '#runtime/schema/field-value.ts'
import { singleOrMulti } from '../kit/choice/single-or-multi.ts'
import { splitValues } from '../kit/joined-values.ts'
import { textFromWire } from '../kit/text/text-value.ts'
import type { RegionFamily } from './settings.ts'

/** The part of a code that all regions inside share, and the inverse. */
export const regionPrefix = (code: string): string => code.replace(/(00){1,2}$/, '')
export const regionOfPrefix = (prefix: string): string => prefix.padEnd(6, '0')

export const rootCode = '86'

const regionFault = (text: string, { root = rootCode }: RegionFamily['pca']): string | null => {
  if (!/^[1-9]\d{5}$/.test(text)) return '应为 6 位行政区划代码'
  return root === rootCode || text.startsWith(regionPrefix(root)) ? null : `应为 ${root} 以内的行政区划代码`
}

/** One code, or several; `read` splits a text. */
const regionValue = (
  read: (text: string) => string[],
  length: number,
): FieldValue<string, RegionFamily['pca']> => ({
  type: 'pca',
  empty: null,
  dataType: 'choice',
  fromWire: (raw) => read(textFromWire(raw) ?? '').join(',') || null,
  toWire: (value) => value,
  toText: (value) => value ?? '',
  fromText(text, field) {
    const words = read(text)
    const wrong = words.find((word) => regionFault(word, field) !== null)
    if (wrong !== undefined) return refused(`${regionFault(wrong, field)}：${wrong.slice(0, 40)}`)
    return parsed(words.join(',') || null)
  },
  check: (raw, field) => {
    if (isBlank(raw)) return null
    const text = textFromWire(raw)
    const [fault] = (text === null ? [''] : read(text)).flatMap((code) => regionFault(code, field) ?? [])
    return fault ? { code: 'region', text: `${getTitle(field)}${fault}` } : null
  },
  column: () => ({ type: 'varchar', length }),
  query: null,
})

/**
 * A province, city or district by its six-digit code; codes of the higher levels end in zeros. The names are a
 * separate chunk that only the browser loads, so here the text is the code.
 */
export const pcaValue = singleOrMulti<RegionFamily['pca']>(
  regionValue((text) => [text.trim()].filter((word) => word !== ''), 6),
  regionValue(splitValues, 1000),
  ['right_like', 'eq', 'like'],
)

export const regionValues = {
  pca: pcaValue,
} satisfies Record<string, AnyFieldValue>
