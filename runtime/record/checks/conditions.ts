import { evaluate, isMet, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import type { Field } from '#runtime/schema/types.ts'

/** Whether an expression is truthy; an absent or invalid expression yields `otherwise`. */
export const isTruthy = (text: string | undefined, scope: Scope, otherwise: boolean): boolean => {
  // Parsed expressions are cached by text, so evaluating per cell is cheap.
  const read = text === undefined ? null : parseExpression(text)
  return read?.ok ? isMet(read.value, scope) === true : otherwise
}

/** Whether `showIf` makes the field visible; a field without it always is. */
export const isShown = (field: Pick<Field, 'showIf'>, scope: Scope): boolean =>
  isTruthy(field.showIf, scope, true)

/** Whether `disableIf`, or a truthy value under `disabledkey`, currently disables the field. */
export const isDisabled = (field: Pick<Field, 'disableIf' | 'disabledkey'>, scope: Scope): boolean =>
  isTruthy(field.disableIf, scope, false) || isTruthy(field.disabledkey, scope, false)

/**
 * The values that `computedOptions` allows in this record or row; null if the field has none or the result is no
 * list: then every entry is allowed.
 */
export function allowedOptions(field: Field, scope: Scope): ReadonlySet<string> | null {
  if (typeof field.computedOptions !== 'string') return null
  const read = parseExpression(field.computedOptions)
  const list = read.ok ? evaluate(read.value, scope) : null
  const values = typeof list === 'string' ? list.split(',') : Array.isArray(list) ? list : null
  return values && new Set(values.map((value) => String(value).trim()))
}

/** Whether this user may change the field at all. */
export const isEditable = (field: Pick<Field, 'access'>, can?: (code: string) => boolean): boolean => {
  const codes = [field.access?.read, field.access?.edit].filter((code) => code !== undefined)
  return !can || codes.every((code) => can(code))
}
