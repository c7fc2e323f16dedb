import type { ControlProps } from '../contract.ts'
import { PopText } from './PopupText.tsx'
import { PopTextInCell } from './PopupTextInCell.tsx'

const size = [150, 200] as const

export const InputPopControl = (props: ControlProps<string>) => <PopText {...props} boxSize={size} />
export const InputPopCellEditor = (props: ControlProps<string>) => <PopTextInCell {...props} boxSize={size} />
