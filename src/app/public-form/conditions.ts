import { isMet, parseExpression } from '#runtime/kernel/expression.ts'
import { headScope, noKeys } from '#runtime/record/scope.ts'
import type { PublicField } from '#runtime/schema/kinds/screen/public/view.ts'
import { type Texts, toValue } from './field-texts.ts'

/** A condition over the fields; undefined where it cannot be decided here, which leaves it to the server. */
export function decide(
  condition: string,
  fields: readonly PublicField[],
  texts: Texts,
): boolean | null | undefined {
  const read = parseExpression(condition)
  if (!read.ok) return undefined
  const values = Object.fromEntries(
    fields.map((field) => {
      const value = toValue(field, texts[field.key] ?? '')
      return [field.key, field.control === 'number' && value !== null ? Number(value) : value]
    }),
  )
  const user = { id: '', username: '', realname: '', orgCode: '' }
  return isMet(read.value, headScope(values, { user, now: new Date(), mode: 'add' }, noKeys))
}
