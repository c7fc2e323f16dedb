import type { ControlProps } from '../contract.ts'
import { PopupText } from './PopupText.tsx'
import { PopupTextCellEditor } from './PopupTextCellEditor.tsx'

const size = [150, 200] as const

export const InputPopControl = (props: ControlProps<string>) => <PopupText {...props} textareaSize={size} />
export const InputPopCellEditor = (props: ControlProps<string>) => (
  <PopupTextCellEditor {...props} textareaSize={size} />
)
