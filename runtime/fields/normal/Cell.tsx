import type { CellProps } from '../contract.ts'
import { TextCell } from '../parts/TextCell.tsx'

export const NormalCell = ({ value, field, text }: CellProps<string>) =>
  value === null ? null : <TextCell text={text ?? value} field={field} />
