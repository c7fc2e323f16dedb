import type { CellProps } from '../contract.ts'
import { TextCell } from '../kit/text/TextCell.tsx'
import type { PopupSettings } from './values.ts'

export const PopupCell = ({ value, field }: CellProps<string, PopupSettings>) =>
  value === null ? null : <TextCell text={value} field={field} />
