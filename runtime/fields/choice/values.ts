import { isBlank } from '#runtime/kernel/json.ts'
import { parsed, refused } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { AnyFieldValue, FieldValue } from '#runtime/schema/field-value.ts'
import type { ChoiceSettings } from '#runtime/schema/language/settings.ts'
import type { FieldOf } from '#runtime/schema/types.ts'
import { type ChoiceV, choiceValue, codeValue, fillOfValues } from '../kit/choice/choice.ts'
import { multiValue } from '../kit/choice/multi.ts'
import { splitValues } from '../kit/joined-values.ts'
import { checkText, textColumn, textFromWire } from '../kit/text/text-value.ts'
import type { ChoiceFamily } from './settings.ts'
import { readYesNo } from './yes-no.ts'

const fillOfChoice: FieldValue<ChoiceV, ChoiceSettings>['fill'] = (value, field, lookup) =>
  fillOfValues(value === null ? [] : [value], field, lookup)

export const selectValue = choiceValue<ChoiceFamily['select']>('select', {
  fill: fillOfChoice,
  usualFor: 'choice',
  holdsChoices: 'one',
  canGroup: true,
})

export const radioValue = choiceValue<ChoiceFamily['radio']>('radio', {
  fill: fillOfChoice,
  holdsChoices: 'one',
  canGroup: true,
})

export interface SwitchState {
  value: ChoiceV
  text: string
}

/** The two states, on first; Y and N unless the field declares two options. */
export function switchStates(
  field: FieldOf<ChoiceFamily['switch']>,
): readonly [on: SwitchState, off: SwitchState] {
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

const findState = (raw: unknown, field: FieldOf<ChoiceFamily['switch']>): SwitchState | undefined => {
  const [on, off] = switchStates(field)
  if (typeof raw === 'boolean') return raw ? on : off
  return [on, off].find(({ value }) => String(value) === textFromWire(raw))
}

export const switchValue: FieldValue<ChoiceV, ChoiceFamily['switch']> = {
  type: 'switch',
  empty: null,
  dataType: 'choice',
  usualFor: 'yesNo',
  canGroup: true,
  resultType: () => 'text',
  readsAs(field) {
    const [on, off] = switchStates(field)
    return { is: 'flag', on: on.value, blank: off.value }
  },
  /** Any other value is kept, otherwise opening a form would turn it off. */
  fromWire: (raw, field) => findState(raw, field)?.value ?? textFromWire(raw),
  /** An empty value counts as off. */
  toWire: (value, field) => value ?? switchStates(field)[1].value,
  toText: (value, field) => (value === null ? '' : (findState(value, field)?.text ?? String(value))),
  fromText(text, field) {
    const word = text.trim()
    if (word === '') return parsed(null)
    const [on, off] = switchStates(field)
    const found = [on, off].find((state) => state.text === word) ?? findState(word, field)
    if (found) return parsed(found.value)
    const isYes = readYesNo(word)
    if (isYes !== null) return parsed(isYes ? on.value : off.value)
    return refused(`应为「${on.text}」或「${off.text}」：${word.slice(0, 40)}`)
  },
  check(raw, field) {
    if (isBlank(raw) || findState(raw, field)) return null
    const [on, off] = switchStates(field)
    return { code: 'dict', text: `${getTitle(field)}应为「${on.text}」或「${off.text}」` }
  },
  column: (field) =>
    switchStates(field).every(({ value }) => typeof value === 'number')
      ? { type: 'integer' }
      : { type: 'varchar', length: field.length ?? 20 },
  query: { rules: ['eq', 'ne'] },
  align: 'center',
}

export type CheckboxV = string | number | boolean

export const checkboxPair = (field: FieldOf<ChoiceFamily['checkbox']>): readonly [CheckboxV, CheckboxV] =>
  field.customValue ?? [true, false]

const read = (raw: unknown, field: FieldOf<ChoiceFamily['checkbox']>): CheckboxV | null => {
  const [checked, unchecked] = checkboxPair(field)
  if (typeof raw === 'boolean') return raw ? checked : unchecked
  return [checked, unchecked].find((value) => String(value) === textFromWire(raw)) ?? null
}

const texts = ['是', '否'] as const

export const checkboxValue: FieldValue<CheckboxV, ChoiceFamily['checkbox']> = {
  type: 'checkbox',
  empty: null,
  dataType: 'boolean',
  usualFor: 'flag',
  resultType: ({ customValue }) => (customValue === undefined ? 'boolean' : 'any'),
  readsAs: (field) => ({ is: 'flag', on: checkboxPair(field)[0], blank: null }),
  /** Any other value is kept until the user toggles the box. */
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
    const isYes = readYesNo(word)
    if (isYes !== null) return parsed(isYes ? checked : unchecked)
    return refused(`应为「是」或「否」：${word.slice(0, 40)}`)
  },
  check: (raw, field) =>
    isBlank(raw) || read(raw, field) !== null
      ? null
      : { code: 'dict', text: `${getTitle(field)}应为「是」或「否」` },
  column(field) {
    if (field.store === 'boolean' && !field.customValue) return { type: 'boolean' }
    return checkboxPair(field).every((value) => typeof value === 'number')
      ? { type: 'integer' }
      : { type: 'varchar', length: field.length ?? 20 }
  },
  query: { rules: ['eq', 'ne'] },
  align: 'center',
}

/** A value of a dictionary too long to load: searched by text, and drawn with the text that the server sends. */
export const selSearchValue = codeValue<ChoiceFamily['sel_search']>('sel_search', ['eq', 'ne'])

const fillOfSeveral: FieldValue<string, ChoiceSettings>['fill'] = (value, field, lookup) =>
  fillOfValues(splitValues(value), field, lookup)

const severalValue = (
  type: 'list_multi' | 'checkbox_group',
): FieldValue<string, ChoiceFamily[typeof type]> => ({
  ...multiValue(type),
  fill: fillOfSeveral,
  holdsChoices: 'several',
})

export const listMultiValue = severalValue('list_multi')

export const checkboxGroupValue: FieldValue<string, ChoiceFamily['checkbox_group']> = {
  ...severalValue('checkbox_group'),
  usualFor: 'choices',
}

const limit = 500

/** The tags of a value, of any length: an older value is shown unchanged. */
export const splitTags = (value: string | null): string[] =>
  (value ?? '').split(/[;；]/).flatMap((part) => part.trim() || [])

/** Typed text as tags: two characters make one, semicolons and spaces end one. */
export function pairTags(typed: string): string | null {
  const tags = typed.split(/[;；\s]+/).flatMap((part) => part.match(/.{1,2}/gsu) ?? [])
  return tags.join(';') || null
}

const tagsRead = (raw: unknown): string | null => splitTags(textFromWire(raw)).join(';') || null

/** Tags of two characters each, joined by semicolons. */
export const tagsValue: FieldValue<string> = {
  type: 'tags',
  empty: null,
  dataType: 'code',
  fromWire: tagsRead,
  toWire: (value) => value,
  toText: (value) => value ?? '',
  fromText: (text) => parsed(tagsRead(text)),
  check(raw, field) {
    if (isBlank(raw)) return null
    const fault = checkText(raw, field, field.length ?? limit)
    if (fault) return fault
    const odd = splitTags(textFromWire(raw)).find((tag) => [...tag].length !== 2)
    return odd === undefined
      ? null
      : { code: 'tags', text: `${getTitle(field)}的每个标签是两个字，用分号隔开：${odd.slice(0, 40)}` }
  },
  column: (field) => textColumn(field, limit),
  query: { rules: ['like', 'eq', 'ne'] },
}

export const choiceValues = {
  select: selectValue,
  radio: radioValue,
  switch: switchValue,
  checkbox: checkboxValue,
  sel_search: selSearchValue,
  list_multi: listMultiValue,
  checkbox_group: checkboxGroupValue,
  tags: tagsValue,
} satisfies Record<string, AnyFieldValue>
