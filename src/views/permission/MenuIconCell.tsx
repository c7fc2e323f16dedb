import type { CellProps } from '#runtime/contract/contract.ts'
import { NamedIcon } from '#runtime/ui/icons/NamedIcon.tsx'

/** The icon of a menu entry. */
export const MenuIconCell = ({ value }: CellProps) =>
  typeof value === 'string' && value !== '' ? (
    <span role="img" aria-label={value} title={value}>
      <NamedIcon name={value} />
    </span>
  ) : null
