import type { CellProps } from '../contract.ts'
import { TextCell } from '../kit/text/TextCell.tsx'

/** The text, where the widget of the field brings no cell of its own. */
export const SlotCell = ({ value, field, text }: CellProps<string>) =>
  value === null ? null : <TextCell text={text ?? value} field={field} />
