import { getTitle } from '#runtime/schema/derive.ts'
import type { CommonField } from '#runtime/schema/types.ts'

interface Named {
  id?: string
  field: CommonField
  invalid?: boolean
}

/** Accessibility props of every input: its label (or its own name) and whether it is invalid. */
export const ariaProps = ({ id, field, invalid }: Named) => ({
  id,
  'aria-label': id === undefined ? getTitle(field) : undefined,
  'aria-invalid': invalid || undefined,
})

/** The same for a control of antd, which also displays the state. */
export const inputProps = (named: Named) => ({
  ...ariaProps(named),
  status: named.invalid ? ('error' as const) : undefined,
})
