import type { Field as FormilyField, GeneralField } from '@formily/core'
import { type Expression, isMet, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import type { Field } from '#runtime/schema/types.ts'

/** The record interface that a compiled form needs. */
export interface FormBinding {
  /** The scope of the record as it is now. */
  scope(): Scope
  /** Called inside a reaction: it runs again when one of these names changes. */
  watch(names: readonly string[]): void
  /** The first problem of a value, or null. */
  check(key: string, value: unknown): string | null
}

type Words = 'showIf' | 'requireIf' | 'disableIf'

const read = (text: string | undefined): Expression | null => {
  const expression = text === undefined ? null : parseExpression(text)
  return expression?.ok ? expression.value : null
}

const hasFace = (field: GeneralField): field is FormilyField => 'setDecoratorProps' in field

/**
 * One generated function for the three conditions of a field; its dependencies are the names in the expressions, not
 * the values that a run happens to read. Undefined if the field has none.
 */
export function compileReaction(
  field: Pick<Field, Words>,
  binding: FormBinding,
): ((target: GeneralField) => void) | undefined {
  const show = read(field.showIf)
  const require = read(field.requireIf)
  const disable = read(field.disableIf)
  const names = [...new Set([show, require, disable].flatMap((expression) => expression?.names ?? []))]
  if (!show && !require && !disable) return
  const holds = (expression: Expression) => isMet(expression, binding.scope()) === true
  return (target) => {
    binding.watch(names)
    // `hidden` keeps the value: input before the condition changed is restored with it.
    if (show) target.display = holds(show) ? 'visible' : 'hidden'
    if (!hasFace(target)) return
    if (require) target.setDecoratorProps({ required: holds(require) })
    if (disable) target.setComponentProps({ disabled: holds(disable) })
  }
}
