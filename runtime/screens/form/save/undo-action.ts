import type { UndoScene } from './undo.ts'

/** Shows the success of an operation; where the server answered that it can be undone, the notice offers that. */
export function noteDone(scene: UndoScene, text: string, result: unknown): void {
  const id = (result as { undo?: string } | null)?.undo
  const action = id !== undefined && {
    title: '撤销',
    run: async () => (await import('./undo.ts')).undo(scene, id),
  }
  if (action) scene.notify('success', text, action)
  else scene.notify('success', text)
}
