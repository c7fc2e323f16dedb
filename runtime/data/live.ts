/** What the server pushes over the socket; the shell holds the socket and emits, screens listen. */
export type LiveFrame =
  | { cmd: 'document'; id: string; rev: string }
  | { cmd: 'menu' }
  /** What was pushed is lost: said by the page itself when its socket was away, by the server when the page did not read. */
  | { cmd: 'reopened' }
  | { cmd: string; [key: string]: unknown }

const listeners = new Set<(frame: LiveFrame) => void>()

export function emitLive(frame: LiveFrame): void {
  for (const listener of [...listeners]) listener(frame)
}

export function onLive(listener: (frame: LiveFrame) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
