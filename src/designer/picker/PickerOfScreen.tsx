import type { JsonObject } from '#runtime/kernel/json.ts'
import { listFields } from '../document-edit.ts'
import { NewPicker } from './NewPicker.tsx'
import { usePickers } from './usePickers.ts'

interface Props {
  /** The released screen. */
  document: JsonObject
  onClose(): void
  /** Opens the draft of the picker. */
  onOpen(id: string): void
}

/** A picker over the records of a screen, begun from the designer of the screen. */
export function PickerOfScreen({ document, onClose, onOpen }: Props) {
  const { codes } = usePickers()
  const screen = { id: String(document.id), title: String(document.title), fields: listFields(document) }
  return (
    <NewPicker
      screen={screen}
      codes={codes}
      hint="发布后，字段的「选择窗口」里能选到它。"
      onClose={onClose}
      onCreated={(_, id) => onOpen(id)}
    />
  )
}
