import { textToShow } from '#runtime/ui/error-message.ts'
import type { UndoScene } from './undo-action.ts'

/** Undoes an operation at the server, which refuses with the reason; both are shown as notices. */
export async function undo({ http, notify, screen, onUndone }: UndoScene, id: string): Promise<void> {
  try {
    const { message } = await http.send('POST', `/resource/${screen}/undo`, { id })
    notify('success', message)
  } catch (error) {
    const text = textToShow(error)
    if (text) notify('warning', text)
  } finally {
    await onUndone()
  }
}
