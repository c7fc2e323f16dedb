import { isBlank } from '#runtime/kernel/json.ts'
import { parsed } from '#runtime/kernel/problem.ts'
import { isStorable } from '#runtime/kernel/text/text.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { FieldValue, QueryRule, SqlColumn } from '#runtime/schema/field-value.ts'
import type { CommonField } from '#runtime/schema/types.ts'

export interface Fault {
  code: string
  text: string
}

/** Any scalar as text; '' and other shapes are null. */
export function textFromWire(raw: unknown): string | null {
  if (typeof raw === 'string') return raw === '' ? null : raw
  return typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : null
}

export const wrongShape = (field: CommonField): Fault => ({
  code: 'type',
  text: `${getTitle(field)}的值格式不正确`,
})

/** Length is counted as in the database: by code point. */
export function checkText(raw: unknown, field: CommonField, limit: number): Fault | null {
  if (isBlank(raw)) return null
  const text = textFromWire(raw)
  if (text === null) return wrongShape(field)
  if (!isStorable(text)) return { code: 'type', text: `${getTitle(field)}含有无法保存的字符` }
  if (text.length > limit && [...text].length > limit)
    return { code: 'length', text: `${getTitle(field)}不能超过 ${limit} 个字` }
  return null
}

export function textColumn(field: CommonField, limit: number): SqlColumn {
  if (field.store === 'native') return { type: 'native' }
  return field.store === 'text' || field.store === 'blob'
    ? { type: 'text' }
    : { type: 'varchar', length: field.length ?? limit }
}

const textRules: readonly QueryRule[] = [
  'like',
  'eq',
  'right_like',
  'left_like',
  'in',
  'ne',
  'ge',
  'le',
  'gt',
  'lt',
]

/** Maximum length of multi-line text if its field declares none. */
export const DEFAULT_LONG_TEXT_LENGTH = 2000

/** The value half of types that hold plain text of at most `limit` characters, unless the field declares a length. */
export function textValue<S = object>(
  type: string,
  limit: number,
  over: Partial<FieldValue<string, S>> = {},
): FieldValue<string, S> {
  return {
    type,
    empty: null,
    dataType: 'text',
    fromWire: textFromWire,
    toWire: (value) => value,
    toText: (value) => value ?? '',
    fromText: (text) => parsed(text === '' ? null : text),
    check: (raw, field) => checkText(raw, field, field.length ?? limit),
    column: (field) => textColumn(field, limit),
    query: { rules: textRules },
    ...over,
  }
}
