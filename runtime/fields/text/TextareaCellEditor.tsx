import type { ControlProps } from '../contract.ts'
import { PopTextInCell } from './PopupTextInCell.tsx'

const size = [300, 210] as const

export const TextareaCellEditor = (props: ControlProps<string>) => <PopTextInCell {...props} boxSize={size} />
