import type { Http } from '#runtime/data/http.ts'
import { emitLive } from '#runtime/data/live.ts'
import type { Notify } from '#runtime/services/services.tsx'
import { textToShow } from '#runtime/ui/errors/error-message.ts'

/** What an undo needs of the screen whose operation it takes back. */
export interface UndoScene {
  http: Http
  notify: Notify
  /** The id of the screen. */
  screen: string
  /** Called when the operation is undone. */
  onUndone(): unknown
}

/** Undoes an operation at the server, which refuses with the reason; both are shown as notices. Open forms follow it. */
export async function undo({ http, notify, screen, onUndone }: UndoScene, id: string): Promise<void> {
  try {
    const { message } = await http.send('POST', `/resource/${screen}/undo`, { id })
    notify('success', message)
    emitLive({ cmd: 'undone', screen })
  } catch (error) {
    const text = textToShow(error)
    if (text) notify('warning', text)
  } finally {
    await onUndone()
  }
}
