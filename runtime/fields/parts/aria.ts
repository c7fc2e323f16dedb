import { titleOf } from '../../schema/derive.ts'
import type { CommonField } from '../../schema/types.ts'

/** What every control's input carries: its tie to a label (or, without one, its name) and its state. */
export const inputProps = ({
  id,
  field,
  invalid,
}: {
  id?: string
  field: CommonField
  invalid?: boolean
}) => ({
  id,
  'aria-label': id === undefined ? titleOf(field) : undefined,
  'aria-invalid': invalid || undefined,
  status: invalid ? ('error' as const) : undefined,
})
