import { parsed } from '../../kernel/problem.ts'
import { titleOf } from '../../schema/derive.ts'
import type { FieldValue } from '../../schema/field-value.ts'
import { checkText, isNothing, textColumn, textFromWire } from '../parts/text-value.ts'

const limit = 500

/** The tags of a value, whatever their length: an older value is shown as it is. */
export const splitTags = (value: string | null): string[] =>
  (value ?? '').split(/[;；]/).flatMap((part) => part.trim() || [])

/** What was typed, as tags: two characters make one, semicolons and blanks end one. */
export function pairTags(typed: string): string | null {
  const tags = typed.split(/[;；\s]+/).flatMap((part) => part.match(/.{1,2}/gsu) ?? [])
  return tags.join(';') || null
}

const read = (raw: unknown): string | null => splitTags(textFromWire(raw)).join(';') || null

/** Tags of two characters each, joined by semicolons. */
export const tagsValue: FieldValue<string> = {
  type: 'tags',
  empty: null,
  fromWire: read,
  toWire: (value) => value,
  toText: (value) => value ?? '',
  fromText: (text) => parsed(read(text)),
  check(raw, field) {
    if (isNothing(raw)) return null
    const fault = checkText(raw, field, field.length ?? limit)
    if (fault) return fault
    const odd = splitTags(textFromWire(raw)).find((tag) => [...tag].length !== 2)
    return odd === undefined
      ? null
      : { code: 'tags', text: `${titleOf(field)}的每个标签是两个字，用分号隔开：${odd.slice(0, 40)}` }
  },
  column: (field) => textColumn(field, limit),
  query: { rules: ['like', 'eq', 'ne'] },
}
