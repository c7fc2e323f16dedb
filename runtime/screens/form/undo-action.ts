import type { Http } from '#runtime/data/http.ts'
import type { NoticeAction, Notify } from '#runtime/fields/context.tsx'

export interface UndoScene {
  http: Http
  notify: Notify
  /** The id of the screen. */
  screen: string
  /** Called when the operation is undone. */
  onUndone(): unknown
}

/** What the notice of a removal or a move offers, where the server answered that it can be undone. */
export function undoAction(scene: UndoScene, result: unknown): NoticeAction | undefined {
  const id = (result as { undo?: string } | null)?.undo
  if (id === undefined) return undefined
  return { title: '撤销', run: async () => (await import('./undo.ts')).undo(scene, id) }
}
