import { parsed, refused } from '../../kernel/problem.ts'
import { titleOf } from '../../schema/derive.ts'
import type { FieldValue } from '../../schema/field-value.ts'
import type { FieldOf } from '../../schema/types.ts'
import type { ChoiceSettings, ChoiceV } from '../parts/choice.ts'
import { isNothing, textFromWire } from '../parts/text-value.ts'
import { readYesNo } from '../parts/yes-no.ts'

export type SwitchSettings = Pick<ChoiceSettings, 'options'>

export interface SwitchState {
  value: ChoiceV
  text: string
}

/** The two states, on first; Y and N unless the field names two options. */
export function switchStates(field: FieldOf<SwitchSettings>): readonly [on: SwitchState, off: SwitchState] {
  const [on, off] = field.options ?? []
  if (!on || !off)
    return [
      { value: 'Y', text: '是' },
      { value: 'N', text: '否' },
    ]
  const state = (option: typeof on): SwitchState => ({
    value: option.value,
    text: option.text ?? option.label ?? option.title ?? String(option.value),
  })
  return [state(on), state(off)]
}

const stateOf = (raw: unknown, field: FieldOf<SwitchSettings>): SwitchState | undefined => {
  const [on, off] = switchStates(field)
  if (typeof raw === 'boolean') return raw ? on : off
  return [on, off].find(({ value }) => String(value) === textFromWire(raw))
}

export const switchValue: FieldValue<ChoiceV, SwitchSettings> = {
  type: 'switch',
  empty: null,
  /** What is neither is kept as it is, or a form would turn it off by being opened. */
  fromWire: (raw, field) => stateOf(raw, field)?.value ?? textFromWire(raw),
  /** Nothing counts as off. */
  toWire: (value, field) => value ?? switchStates(field)[1].value,
  toText: (value, field) => (value === null ? '' : (stateOf(value, field)?.text ?? String(value))),
  fromText(text, field) {
    const word = text.trim()
    if (word === '') return parsed(null)
    const [on, off] = switchStates(field)
    const found = [on, off].find((state) => state.text === word) ?? stateOf(word, field)
    if (found) return parsed(found.value)
    const said = readYesNo(word)
    if (said !== null) return parsed(said ? on.value : off.value)
    return refused(`应为“${on.text}”或“${off.text}”：${word.slice(0, 40)}`)
  },
  check(raw, field) {
    if (isNothing(raw) || stateOf(raw, field)) return null
    const [on, off] = switchStates(field)
    return { code: 'dict', text: `${titleOf(field)}应为“${on.text}”或“${off.text}”` }
  },
  column: (field) =>
    switchStates(field).every(({ value }) => typeof value === 'number')
      ? { type: 'integer' }
      : { type: 'varchar', length: field.length ?? 20 },
  query: { rules: ['eq', 'ne'] },
  align: 'center',
}
