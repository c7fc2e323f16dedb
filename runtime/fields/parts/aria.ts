import { titleOf } from '../../schema/derive.ts'
import type { CommonField } from '../../schema/types.ts'

/** What every control's input carries: its tie to the label, its name where no label stands (cells), its state. */
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
  'aria-label': titleOf(field),
  'aria-invalid': invalid || undefined,
  status: invalid ? ('error' as const) : undefined,
})
