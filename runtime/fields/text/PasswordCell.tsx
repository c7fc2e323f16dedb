import type { CellProps } from '../contract.ts'

/** Shows that a password is set, never its value. */
export const PasswordCell = ({ value }: CellProps<string>) =>
  value === null ? null : (
    <span role="img" aria-label="已设置">
      ••••••
    </span>
  )
