import { parsed, refused } from '../../kernel/problem.ts'
import { titleOf } from '../../schema/derive.ts'
import type { FieldValue, SqlColumn } from '../../schema/field-value.ts'
import { isNothing, textFromWire } from './text-value.ts'

interface Period {
  /** The text as it is kept, from what people write; null when it is none. */
  read(text: string): string | null
  what: string
  example: string
  column: SqlColumn
}

/** The value half of a stretch or point of time that is kept as text of one fixed form. */
export const periodValue = (type: string, { read, what, example, column }: Period): FieldValue<string> => {
  const fromWire = (raw: unknown): string | null => {
    const text = textFromWire(raw)
    return text === null || text.length > 40 ? null : read(text.trim())
  }
  return {
    type,
    empty: null,
    fromWire,
    toWire: (value) => value,
    toText: (value) => value ?? '',
    fromText(text) {
      if (text.trim() === '') return parsed(null)
      const value = fromWire(text)
      return value === null
        ? refused(`不是有效${what}：${text.slice(0, 40)}，应如 ${example}`)
        : parsed(value)
    },
    check: (raw, field) =>
      isNothing(raw) || fromWire(raw) !== null
        ? null
        : {
            code: 'date',
            text: `${titleOf(field)}不是有效${what}：${(textFromWire(raw) ?? '').slice(0, 40)}`,
          },
    column: () => column,
    query: { rules: ['range', 'eq', 'ge', 'le', 'gt', 'lt', 'ne'] },
  }
}
