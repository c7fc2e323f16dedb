/** Frames that the server pushes over the socket; the application owns the socket and emits, screens listen. */
export type LiveFrame =
  | { cmd: 'document'; id: string; rev: string }
  | { cmd: 'menu' }
  /** Records of some screen changed, here or elsewhere. */
  | { cmd: 'changed' }
  /** A dictionary changed; an empty code means all of them. */
  | { cmd: 'dict'; code: string }
  /** Pushes were lost: emitted by the page after a reconnect, by the server when the page read too slowly. */
  | { cmd: 'reopened' }
  /** The session ended because its user was frozen. */
  | { cmd: 'ended'; reason: 'frozen' }
  /** The server answers the heartbeat, with the build of its pages. */
  | { cmd: 'heartcheck'; build?: string }
  /** The user renewed an expired session; emitted by the page. */
  | { cmd: 'signedIn' }
  /** The user undid an operation on records of this screen; emitted by the page. */
  | { cmd: 'undone'; screen: string }
  | { cmd: string; [key: string]: unknown }

const listeners = new Set<(frame: LiveFrame) => void>()

export function emitLive(frame: LiveFrame): void {
  for (const listener of [...listeners]) listener(frame)
}

export function onLive(listener: (frame: LiveFrame) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
