import { parsed, refused } from '../../kernel/problem.ts'
import type { FieldValue } from '../../schema/field-value.ts'
import { checkChoice, choiceText } from '../parts/choice.ts'
import { textColumn, textFromWire } from '../parts/text-value.ts'

export interface SelSearchSettings {
  dictCode: string
}

/** A value of a dictionary too long to load: searched by text, and drawn with the text the server sends along. */
export const selSearchValue: FieldValue<string, SelSearchSettings> = {
  type: 'sel_search',
  empty: null,
  fromWire: textFromWire,
  toWire: (value) => value,
  toText: (value, field, lookup) => choiceText(value, field, lookup) ?? value ?? '',
  fromText(text, field, lookup) {
    const word = text.trim()
    if (word === '') return parsed(null)
    const value = lookup.value(field.dictCode, word) ?? word
    const fault = checkChoice(value, field, lookup)
    return fault ? refused(fault.text) : parsed(value)
  },
  check: checkChoice,
  column: (field) => textColumn(field, 100),
  query: { rules: ['eq', 'ne'] },
}
