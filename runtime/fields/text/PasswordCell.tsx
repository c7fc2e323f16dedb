import type { CellProps } from '../contract.ts'

/** That there is one, never which. */
export const PasswordCell = ({ value }: CellProps<string>) =>
  value === null ? null : (
    <span role="img" aria-label="已设置">
      ••••••
    </span>
  )
