import { parsed, refused } from '../../kernel/problem.ts'
import type { FieldValue } from '../../schema/field-value.ts'
import { checkChoice, choiceText } from '../parts/choice.ts'
import { textColumn, textFromWire } from '../parts/text-value.ts'

export interface CatTreeSettings {
  /** `category:` and the code of the root. */
  dictCode: string
}

/** The code of a category node. Codes continue their parent's, so "this and everything below" is a prefix. */
export const catTreeValue: FieldValue<string, CatTreeSettings> = {
  type: 'cat_tree',
  empty: null,
  fromWire: textFromWire,
  toWire: (value) => value,
  toText: (value, field, lookup) => choiceText(value, field, lookup) ?? value ?? '',
  fromText(text, field, lookup) {
    const word = text.trim()
    if (word === '') return parsed(null)
    const code = lookup.value(field.dictCode, word) ?? word
    const fault = checkChoice(code, field, lookup)
    return fault ? refused(fault.text) : parsed(code)
  },
  check: checkChoice,
  column: (field) => textColumn(field, 100),
  query: { rules: ['right_like', 'eq'] },
}
