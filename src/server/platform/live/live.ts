import type { WebSocket } from 'ws'
import type { EndedSessions } from '../services.ts'
import { Connection, type ConnectionLimits, closeCodes } from './connection.ts'

/** The frames that the server sends on its own initiative. */
export type Frame =
  | { cmd: 'document'; id: string; rev: string }
  | { cmd: 'menu' }
  /** Records of some screen changed. */
  | { cmd: 'changed' }
  /** A dictionary changed; an empty code means all of them. */
  | { cmd: 'dict'; code: string }
  /** An announcement for all users, or for one user. */
  | { cmd: 'topic'; msgId: string; msgTxt: string }
  | { cmd: 'user'; userId: string; msgId: string; msgTxt: string }
  /** Frames were dropped because the page did not read: the page reloads its state. */
  | { cmd: 'reopened' }
  /** The session ended because its user was frozen; the socket is closed after it. */
  | { cmd: 'ended'; reason: 'frozen' }

/**
 * The sockets of this instance. Changes elsewhere arrive through the channel of their owner (permissions)
 * or are detected by this instance (documents), so a page is notified only of changes that its server knows.
 */
export interface Live {
  /** Sends a frame to every page, or to those of some users. */
  tell(frame: Frame, userIds?: ReadonlySet<string>): void
  /** Whether one of the users has a page open that receives frames of `tell`. */
  hasPages(userIds: Iterable<string>): boolean
  /**
   * Registers a socket until it closes or its session ends. With `onCaughtUp` it receives no frames of `tell`, and is
   * resynchronised by that after its frames were dropped. Null: there are too many sockets, and it has been closed.
   */
  join(session: string, userId: string, socket: WebSocket, onCaughtUp?: () => void): Connection | null
  /** The sessions with open sockets. */
  sessions(): Set<string>
  /** Closes the sockets of sessions that ended, after a frame with the reason if there is one. */
  end(ended: EndedSessions): void
  /** Closes all sockets with the code of a server restart. */
  close(): void
}

export interface LiveLimits extends ConnectionLimits {
  /** Milliseconds between two pings to a socket. */
  pingInterval: number
  maxSockets: number
  /** A user may have several sessions. */
  maxSocketsPerUser: number
  /** A page has one socket, and another while it shows live tables. */
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

/** Milliseconds in which a page that is loading may have read its menu before a change and open its socket after it. */
const LOADING_MS = 60_000

interface Member {
  session: string
  userId: string
  hears: boolean
  connection: Connection
}

/** Creates the register of sockets; `limits` replace the defaults. */
export function createLive(limits: Partial<LiveLimits> = {}): Live {
  const all = { ...defaults, ...limits }
  const members = new Set<Member>()
  const byUser = new Map<string, Set<Member>>()
  const pinging = setInterval(() => {
    for (const { connection } of members) connection.ping()
  }, all.pingInterval).unref()

  /** When the menus of users changed, by user; that of all users is ''. */
  const menuChanges = new Map<string, number>()
  const isRecent = (at: number | undefined): boolean =>
    at !== undefined && at > performance.now() - LOADING_MS
  const noteMenu = (userIds: Iterable<string> = ['']) => {
    for (const [id, at] of menuChanges) if (!isRecent(at)) menuChanges.delete(id)
    for (const id of userIds) menuChanges.set(id, performance.now())
  }

  const isFull = (session: string, userId: string): boolean => {
    const userSockets = [...(byUser.get(userId) ?? [])]
    return (
      members.size >= all.maxSockets ||
      userSockets.length >= all.maxSocketsPerUser ||
      userSockets.filter((member) => member.session === session).length >= all.maxSocketsPerSession
    )
  }

  /** The members whose pages receive frames, of all users or of some. */
  const listHearing = (userIds?: Iterable<string>): Member[] => {
    const listed = userIds ? [...userIds].flatMap((id) => [...(byUser.get(id) ?? [])]) : [...members]
    return listed.filter(({ hears }) => hears)
  }
  const add = (member: Member) => {
    members.add(member)
    const sameUser = byUser.get(member.userId) ?? new Set()
    byUser.set(member.userId, sameUser.add(member))
  }
  const remove = (member: Member) => {
    members.delete(member)
    const sameUser = byUser.get(member.userId)
    sameUser?.delete(member)
    if (sameUser?.size === 0) byUser.delete(member.userId)
  }

  return {
    tell(frame, userIds) {
      if (frame.cmd === 'menu') noteMenu(userIds)
      const receivers = listHearing(userIds)
      if (receivers.length === 0) return
      const text = Buffer.from(JSON.stringify(frame))
      for (const { connection } of receivers) connection.send(text)
    },
    hasPages: (userIds) => listHearing(userIds).length > 0,
    join(session, userId, socket, onCaughtUp) {
      const lookAgain = () => {
        for (const cmd of ['menu', 'reopened'] as const) connection.send(JSON.stringify({ cmd }))
      }
      const connection = new Connection(socket, all, onCaughtUp ?? lookAgain)
      if (isFull(session, userId)) {
        connection.close(closeCodes.tryAgainLater)
        return null
      }
      const member = { session, userId, hears: onCaughtUp === undefined, connection }
      add(member)
      socket.on('close', () => remove(member))
      const hasNewMenu = ['', userId].some((id) => isRecent(menuChanges.get(id)))
      if (member.hears && hasNewMenu) connection.send(JSON.stringify({ cmd: 'menu' }))
      return connection
    },
    sessions: () => new Set([...members].map(({ session }) => session)),
    end({ session, userId, except, reason }) {
      for (const member of members) {
        const isEnded = member.session === session || (member.userId === userId && member.session !== except)
        if (!isEnded) continue
        if (reason && member.hears) member.connection.send(JSON.stringify({ cmd: 'ended', reason }))
        member.connection.close(closeCodes.policyViolation)
      }
    },
    close() {
      clearInterval(pinging)
      for (const { connection } of members) connection.close(closeCodes.serviceRestart)
    },
  }
}
