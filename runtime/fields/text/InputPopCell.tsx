import type { CellProps } from '../contract.ts'
import { TextCell } from '../kit/text/TextCell.tsx'

export const InputPopCell = ({ value, field }: CellProps<string>) =>
  value === null ? null : <TextCell text={value} field={field} defaultLength={25} />
