import type { CellProps } from '../contract.ts'
import { TextCell } from '../parts/TextCell.tsx'
import { useWidget } from '../widgets.ts'

export function SlotCell(props: CellProps<string>) {
  const { value, field, text } = props
  const Cell = useWidget(field.widget)?.Cell
  if (Cell) return <Cell {...props} />
  return value === null ? null : <TextCell text={text ?? value} field={field} />
}
