import type { CellProps } from '../contract.ts'
import { TextCell } from '../kit/text/TextCell.tsx'

export const InputCell = ({ value, field, text }: CellProps<string>) =>
  value === null ? null : <TextCell text={text ?? value} field={field} />
