import { parsed, refused } from '../../kernel/problem.ts'
import { titleOf } from '../../schema/derive.ts'
import type { FieldValue } from '../../schema/field-value.ts'
import type { FieldOf } from '../../schema/types.ts'
import { isNothing, textFromWire } from '../parts/text-value.ts'
import { readYesNo } from '../parts/yes-no.ts'

export type CheckboxV = string | number | boolean

export interface CheckboxSettings {
  /** Value when checked, value when not. */
  customValue?: [CheckboxV, CheckboxV]
  /** New records begin checked. */
  defaultChecked?: boolean
}

export const checkboxPair = (field: FieldOf<CheckboxSettings>): readonly [CheckboxV, CheckboxV] =>
  field.customValue ?? [true, false]

const read = (raw: unknown, field: FieldOf<CheckboxSettings>): CheckboxV | null => {
  const [checked, unchecked] = checkboxPair(field)
  if (typeof raw === 'boolean') return raw ? checked : unchecked
  return [checked, unchecked].find((value) => String(value) === textFromWire(raw)) ?? null
}

const texts = ['是', '否'] as const

export const checkboxValue: FieldValue<CheckboxV, CheckboxSettings> = {
  type: 'checkbox',
  empty: null,
  /** What is neither is kept until somebody ticks. */
  fromWire: (raw, field) => read(raw, field) ?? textFromWire(raw),
  toWire: (value) => value,
  toText(value, field) {
    if (value === null) return ''
    const [checked, unchecked] = checkboxPair(field)
    return value === checked ? texts[0] : value === unchecked ? texts[1] : String(value)
  },
  fromText(text, field) {
    const word = text.trim()
    if (word === '') return parsed(null)
    const value = read(word, field)
    if (value !== null) return parsed(value)
    const [checked, unchecked] = checkboxPair(field)
    const said = readYesNo(word)
    if (said !== null) return parsed(said ? checked : unchecked)
    return refused(`应为“是”或“否”：${word.slice(0, 40)}`)
  },
  check: (raw, field) =>
    isNothing(raw) || read(raw, field) !== null
      ? null
      : { code: 'dict', text: `${titleOf(field)}应为“是”或“否”` },
  column: (field) =>
    checkboxPair(field).every((value) => typeof value === 'number')
      ? { type: 'integer' }
      : { type: 'varchar', length: field.length ?? 20 },
  query: { rules: ['eq', 'ne'] },
  align: 'center',
}
