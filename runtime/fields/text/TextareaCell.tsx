import type { CellProps } from '../contract.ts'
import { TextCell } from '../kit/text/TextCell.tsx'

export const TextareaCell = ({ value, field }: CellProps<string>) =>
  value === null ? null : <TextCell text={value} field={field} defaultLength={25} />
