import type { FieldTypes } from '#runtime/contract/contract.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { parseTsv } from '#runtime/kernel/text/tsv.ts'
import { noLookup, type Usage, usualType } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import { keyOfTitle } from '../document-edit.ts'

/** A text with a line break, or longer than this, belongs into a text area. */
const MAX_SINGLE_LINE = 60
/** A column of at most this many different texts, each on average three times, is a choice. */
const MAX_CHOICES = 8
const MIN_REPEATS = 3
const MAX_FIELDS = 100

/** Header and rows as copied from a spreadsheet; null for a text without two columns or a title. */
export function readHeader(text: string): { titles: string[]; rows: string[][] } | null {
  const [header = [], ...rows] = parseTsv(text.replace(/\s+$/, ''))
  const titles = header.map((title) => title.trim())
  while (titles.at(-1) === '') titles.pop()
  if (titles.length < 2 || titles.length > MAX_FIELDS || titles.includes('')) return null
  return { titles, rows: rows.map((row) => titles.map((_, at) => row[at]?.trim() ?? '')) }
}

/** Fields for the columns of a pasted sheet: titles from the header, types and rules from the rows. */
export function guessFields(
  titles: readonly string[],
  rows: readonly string[][],
  types: FieldTypes,
): JsonObject[] {
  const keys = new Set<string>()
  return titles.map((title, at) => {
    const values = rows.map((row) => row[at] ?? '')
    const name = keyOfTitle(title)
    let key = name
    for (let number = 2; keys.has(key); number++) key = `${name}${number}`
    keys.add(key)
    return {
      key,
      title: title.slice(0, 50),
      ...guessType(title, values.filter(Boolean), types),
      ...guessRules(title, values),
    }
  })
}

function guessType(title: string, values: readonly string[], types: FieldTypes): JsonObject {
  const typed = (usage: Usage, settings: JsonObject = {}): JsonObject => ({
    type: usualType(types, usage),
    ...settings,
  })
  if (values.length === 0) return typed(/日期/.test(title) ? 'date' : 'text')
  const isAll = (usage: Usage, settings: JsonObject = {}): boolean => {
    const word = usualType(types, usage)
    const type = types.get(word)
    const field = { key: 'value', type: word, ...settings } as Field
    return type !== undefined && values.every((value) => type.fromText(value, field, noLookup).ok)
  }
  // A number with leading zeros, and one that is too long to be counted, is a code.
  const isNumber = !values.some((value) => /^0\d/.test(value) || /^\d{12,}$/.test(value))
  const isCode = /编号|编码|代码|号码|电话|手机|邮编|(?<!序)号$/.test(title)
  // Cells without a format show days as numbers.
  if (/日期$/.test(title) && values.every((value) => /^(\d{5}|\d{8})$/.test(value)) && isAll('date'))
    return typed('date')
  if (isNumber && !isCode && isAll('number', { scale: 4 })) {
    const digits = values.map((value) => /\.(\d+)$/.exec(value)?.[1]?.length ?? 0)
    return typed('number', { scale: Math.min(4, Math.max(...digits)) })
  }
  if (values.every((value) => /\d{4}/.test(value) && /\D/.test(value))) {
    if (values.every((value) => value.includes(':')) && isAll('datetime'))
      return typed('datetime', { width: 170 })
    if (isAll('date')) return typed('date')
  }
  const choices = [...new Set(values)]
  if (choices.every((value) => ['是', '否'].includes(value))) return typed('yesNo')
  const isChoice = choices.length <= MAX_CHOICES && values.length >= choices.length * MIN_REPEATS
  if (isChoice && choices.every((value) => value.length <= 20))
    return typed('choice', { options: choices.map((value) => ({ value, text: value })), query: 'in' })
  const longest = Math.max(...values.map((value) => value.length))
  if (longest > MAX_SINGLE_LINE || values.some((value) => value.includes('\n')))
    return typed('longText', { list: false })
  return typed('text', /名称|编号|编码|姓名|书名|单号/.test(title) ? { query: 'like' } : {})
}

/** Required when every row has a value; not repeated when it is a number of things and every row has another one. */
function guessRules(title: string, values: readonly string[]): JsonObject {
  if (values.length === 0 || values.includes('')) return {}
  const isUnique = /编号|编码|代码|单号|索书号/.test(title) && new Set(values).size === values.length
  return { validateRules: [{ required: true }, ...(isUnique ? [{ unique: true }] : [])] }
}
