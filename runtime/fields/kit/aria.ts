import { titleOf } from '#runtime/schema/derive.ts'
import type { CommonField } from '#runtime/schema/types.ts'

interface Named {
  id?: string
  field: CommonField
  invalid?: boolean
}

/** What every input carries: its tie to a label (or, without one, its name) and whether it is wrong. */
export const ariaProps = ({ id, field, invalid }: Named) => ({
  id,
  'aria-label': id === undefined ? titleOf(field) : undefined,
  'aria-invalid': invalid || undefined,
})

/** The same of a control of antd's, which shows it too. */
export const inputProps = (named: Named) => ({
  ...ariaProps(named),
  status: named.invalid ? ('error' as const) : undefined,
})
