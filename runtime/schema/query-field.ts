import type { Field } from './types.ts'

/** A field in a query: without formula, rules, conditions and the widget of its form, which would disable it or ask for other values. */
export const queryField = ({
  compute,
  auto,
  disabled,
  disableIf,
  requireIf,
  showIf,
  validateRules,
  widget,
  ...field
}: Field): Field => field
