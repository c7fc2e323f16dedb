import type { CellProps } from '../contract.ts'
import { TextCell } from '../parts/TextCell.tsx'
import type { PopupSettings } from './value.ts'

export const PopupCell = ({ value, field }: CellProps<string, PopupSettings>) =>
  value === null ? null : <TextCell text={value} field={field} />
