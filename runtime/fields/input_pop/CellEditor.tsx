import type { ControlProps } from '../contract.ts'
import { PopTextInCell } from '../parts/PopText.tsx'

export const InputPopCellEditor = (props: ControlProps<string>) => (
  <PopTextInCell {...props} maxLength={props.field.length ?? 2000} />
)
