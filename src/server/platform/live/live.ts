import type { WebSocket } from 'ws'
import type { Ended } from '../../modules/session/sessions.ts'
import { Connection, type ConnectionLimits, closeCodes } from './connection.ts'

/** What the server says unasked. */
export type Frame =
  | { cmd: 'document'; id: string; rev: string }
  | { cmd: 'menu' }
  /** An announcement for everybody, or for one person. */
  | { cmd: 'topic'; msgId: string; msgTxt: string }
  | { cmd: 'user'; userId: string; msgId: string; msgTxt: string }
  /** Frames were dropped because the page did not read: it looks at everything again. */
  | { cmd: 'reopened' }

/**
 * The sockets of this instance. What changes elsewhere arrives here by the channel of whoever owns it (permissions)
 * or by this instance's own eyes (documents), so a page is only told what its server already knows.
 */
export interface Live {
  /** To every page, or to those of some people. */
  tell(frame: Frame, userIds?: ReadonlySet<string>): void
  /**
   * Keeps a socket until it closes, or its session ends. One that names `onCaughtUp` gets no frames of `tell`, and is
   * resynchronised by that after frames for it were dropped. Null: there are too many, and it has been closed.
   */
  join(session: string, userId: string, socket: WebSocket, onCaughtUp?: () => void): Connection | null
  /** Closes the sockets of sessions that ended. */
  end(ended: Ended): void
  /** Says that the server restarts. */
  close(): void
}

export interface LiveLimits extends ConnectionLimits {
  /** Milliseconds between two pings to a socket. */
  pingInterval: number
  maxSockets: number
  /** A person may have several sessions. */
  maxSocketsPerUser: number
  /** A page holds one socket, and one more while it shows live tables. */
  maxSocketsPerSession: number
}

const defaults: LiveLimits = {
  maxBufferedBytes: 128 * 1024,
  resyncPause: 5000,
  pingInterval: 30_000,
  maxSockets: 3000,
  maxSocketsPerUser: 128,
  maxSocketsPerSession: 32,
}

interface Member {
  session: string
  userId: string
  hears: boolean
  connection: Connection
}

/** Opens the register of sockets; `limits` replace the usual ones. */
export function createLive(limits: Partial<LiveLimits> = {}): Live {
  const all = { ...defaults, ...limits }
  const members = new Map<WebSocket, Member>()
  const pinging = setInterval(() => {
    for (const { connection } of members.values()) connection.ping()
  }, all.pingInterval).unref()

  const isFull = (session: string, userId: string): boolean => {
    const own = [...members.values()].filter((member) => member.userId === userId)
    return (
      members.size >= all.maxSockets ||
      own.length >= all.maxSocketsPerUser ||
      own.filter((member) => member.session === session).length >= all.maxSocketsPerSession
    )
  }

  return {
    tell(frame, userIds) {
      const text = Buffer.from(JSON.stringify(frame))
      for (const { hears, userId, connection } of members.values())
        if (hears && (userIds?.has(userId) ?? true)) connection.send(text)
    },
    join(session, userId, socket, onCaughtUp) {
      const lookAgain = () => {
        for (const cmd of ['menu', 'reopened'] as const) connection.send(JSON.stringify({ cmd }))
      }
      const connection = new Connection(socket, all, onCaughtUp ?? lookAgain)
      if (isFull(session, userId)) {
        connection.close(closeCodes.tryAgainLater)
        return null
      }
      members.set(socket, { session, userId, hears: onCaughtUp === undefined, connection })
      socket.on('close', () => members.delete(socket))
      return connection
    },
    end({ session, userId, except }) {
      for (const member of members.values()) {
        const isEnded = member.session === session || (member.userId === userId && member.session !== except)
        if (isEnded) member.connection.close(closeCodes.policyViolation)
      }
    },
    close() {
      clearInterval(pinging)
      for (const { connection } of members.values()) connection.close(closeCodes.serviceRestart)
    },
  }
}
