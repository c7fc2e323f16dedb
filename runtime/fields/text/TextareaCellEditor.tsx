import type { ControlProps } from '../contract.ts'
import { PopupTextCellEditor } from './PopupTextCellEditor.tsx'

const size = [300, 210] as const

export const TextareaCellEditor = (props: ControlProps<string>) => (
  <PopupTextCellEditor {...props} textareaSize={size} />
)
