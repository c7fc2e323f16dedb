import type { CellProps } from '../contract.ts'
import { TextCell } from '../kit/text/TextCell.tsx'

/** The text, if the widget of the field has no cell. */
export const SlotCell = ({ value, field, text }: CellProps<string>) =>
  value === null ? null : <TextCell text={text ?? value} field={field} />
