import type { ControlProps } from '../../contract/contract.ts'
import { PopupText } from './PopupText.tsx'
import { PopupTextCellEditor } from './PopupTextCellEditor.tsx'

const textareaSize = [300, 210] as const

export const TextareaCellEditor = (props: ControlProps<string>) => (
  <PopupTextCellEditor {...props} textareaSize={textareaSize} />
)

const inputPopSize = [150, 200] as const

export const InputPopControl = (props: ControlProps<string>) => (
  <PopupText {...props} textareaSize={inputPopSize} />
)
export const InputPopCellEditor = (props: ControlProps<string>) => (
  <PopupTextCellEditor {...props} textareaSize={inputPopSize} />
)
