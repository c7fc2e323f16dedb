import type { ReferenceSettings } from '#runtime/schema/language/settings.ts'
import type { CellProps } from '../../contract/contract.ts'
import { ReferenceCell } from '../kit/reference/ReferenceCell.tsx'

/** The names of users; their accounts, which tell users of one name apart, are shown on hover. */
export const UserCell = (props: CellProps<string, ReferenceSettings>) => (
  <span title={props.value ?? undefined}>
    <ReferenceCell {...props} />
  </span>
)
