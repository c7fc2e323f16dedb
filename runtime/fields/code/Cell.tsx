import type { CellProps } from '../contract.ts'
import { TextCell } from '../parts/TextCell.tsx'

export const CodeCell = ({ value, field }: CellProps<string>) =>
  value === null ? null : <TextCell text={value} field={field} cut={25} />
