import type { AnyFieldValue } from '#runtime/schema/field-value.ts'
import { DEFAULT_LONG_TEXT_LENGTH, textValue } from '../kit/text/text-value.ts'
import type { TextFamily } from './settings.ts'

export const inputValue = textValue<TextFamily['input']>('input', 200, {
  usualFor: 'text',
  canGroup: true,
  canMask: true,
  toWire: (value, { trim }) => (value !== null && trim ? value.trim() || null : value),
})

export const textareaValue = textValue<TextFamily['textarea']>('textarea', DEFAULT_LONG_TEXT_LENGTH, {
  usualFor: 'longText',
  isOfForm: true,
})

const mask = '••••••'

/** A secret: it can be imported, and is never printed. */
export const passwordValue = textValue('password', 200, {
  dataType: 'code',
  isSecret: true,
  toText: (value) => (value === null ? '' : mask),
  query: null,
  offList: true,
})

export const inputPopValue = textValue('input_pop', DEFAULT_LONG_TEXT_LENGTH, { isOfForm: true })

export const textValues = {
  input: inputValue,
  textarea: textareaValue,
  password: passwordValue,
  input_pop: inputPopValue,
} satisfies Record<string, AnyFieldValue>
