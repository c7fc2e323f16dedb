import type { WebSocket } from 'ws'
import type { Ended } from '../modules/session/sessions.ts'

/** What the server says unasked. */
export type Frame =
  | { cmd: 'document'; id: string; rev: string }
  | { cmd: 'menu' }
  /** An announcement for everybody, or for one person. */
  | { cmd: 'topic'; msgId: string; msgTxt: string }
  | { cmd: 'user'; userId: string; msgId: string; msgTxt: string }

/**
 * The sockets of this instance. What changes elsewhere arrives here by the channel of whoever owns it (permissions)
 * or by this instance's own eyes (documents), so a page is only told what its server already knows.
 */
export interface Live {
  /** To every page, or to those of some people. */
  tell(frame: Frame, userIds?: ReadonlySet<string>): void
  /** Keeps a socket until it closes; one that does not hear is only ended with its session. */
  join(session: string, userId: string, socket: WebSocket, hears?: boolean): void
  /** Closes the sockets of sessions that ended. */
  end(ended: Ended): void
  /** Says that the server restarts. */
  close(): void
}

interface Member {
  session: string
  userId: string
  hears: boolean
}

const policyViolation = 1008
const serviceRestart = 1012
/** A peer that never answers a close would hold the stop up for half a minute. */
const patience = 1000

export function createLive(): Live {
  const members = new Map<WebSocket, Member>()
  return {
    tell(frame, userIds) {
      const text = JSON.stringify(frame)
      for (const [socket, { hears, userId }] of members)
        if (hears && (userIds?.has(userId) ?? true)) socket.send(text)
    },
    join(session, userId, socket, hears = true) {
      members.set(socket, { session, userId, hears })
      socket.on('close', () => members.delete(socket))
      socket.on('error', () => socket.terminate())
    },
    end({ session, userId, except }) {
      for (const [socket, member] of members) {
        const isEnded = member.session === session || (member.userId === userId && member.session !== except)
        if (isEnded) socket.close(policyViolation)
      }
    },
    close() {
      for (const socket of members.keys()) {
        socket.close(serviceRestart)
        setTimeout(() => socket.terminate(), patience).unref()
      }
    },
  }
}
