import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { randomName } from '#runtime/kernel/random.ts'
import type { Sender } from '#runtime/kernel/sender.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import { type Connection, closeCodes } from '../../platform/live/connection.ts'
import { createLimiter } from '../../platform/live/limiter.ts'
import type { Live } from '../../platform/live/live.ts'
import { Publisher } from '../../platform/live/publisher.ts'
import { frameMeter, refuseForeign } from '../../platform/live/sockets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { ReadServices } from '../services.ts'
import { createChangeNotices } from './change-notices.ts'
import { channel } from './record-notices.ts'
import { findRoom, isRoomName, type Room } from './sync-rooms.ts'

/** NOTIFY allows 8,000 bytes; one row's changed cells are far less. */
const MAX_PAYLOAD_BYTES = 7000
const MAX_FRAMES_PER_SECOND = 30
const MAX_ROOMS = 20
/** The pages of a room that are named to the others; more would not fit into one payload. */
const MAX_NAMED = 40
/** Milliseconds for which joins of one room are collected. */
const NAMING_DELAY_MS = 50
/** Subscriptions that query the database at once: after a restart all pages subscribe again. */
const MAX_ASKING = 4

type TableSyncServices = Pick<PlatformServices, 'config' | 'log'> & ReadServices & { live: Live }

interface Member {
  user: SessionUser
  /** The name of this connection, given by the server: other pages cannot send in its name. */
  page: string
  connection: Connection
  rooms: Map<string, Room>
  /** Subscriptions without an answer yet; they query the database one by one. */
  asking: Set<string>
  subscribed: Promise<void>
}

interface Frame {
  type: string
  data: unknown
}

interface Update {
  socketKey: string
  args: [Record<string, unknown> & { id: string }, string]
  /** Added by the server; a frame of a page has none. */
  sender?: Sender
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseFrame(text: string): Frame | null {
  try {
    const frame: unknown = JSON.parse(text)
    return isRecord(frame) && typeof frame.type === 'string' ? { type: frame.type, data: frame.data } : null
  } catch {
    // The contract leaves malformed frames unanswered.
    return null
  }
}

function parseUpdate(data: unknown): Update | null {
  if (!isRecord(data) || typeof data.socketKey !== 'string' || !Array.isArray(data.args)) return null
  const [row, caseId] = data.args as unknown[]
  if (!isRecord(row) || typeof row.id !== 'string' || typeof caseId !== 'string') return null
  return { socketKey: data.socketKey, args: [row as Update['args'][0], caseId.slice(0, 40)] }
}

const buildSender = ({ page, user }: Pick<Member, 'page' | 'user'>): Sender => ({ page, name: user.realname })

/**
 * Sends unsaved changes of cells, and who has a record open, to all users who have the same record open. The rights
 * on the record decide who receives and who sends; columns that a receiver may not read are removed.
 */
export function tableSyncRoutes(app: FastifyInstance, services: TableSyncServices): void {
  const { db, documents, live, log } = services
  const members = new Set<Member>()
  const membersIn = new Map<string, Set<Member>>()
  const ask = createLimiter(MAX_ASKING)
  /** Rooms whose members are about to be named. */
  const naming = new Set<string>()
  const announceChange = createChangeNotices(live)
  const warn = (error: unknown) => log.warn({ err: error }, 'a table could not be told')

  /** The cells that this user may change, with values of a kind that a cell can hold. */
  const sendable = (user: SessionUser, { detail }: Room, row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).filter(([key, value]) => {
        const field = detail?.columns.get(key)?.field
        if (!field || field.compute !== undefined || (typeof value === 'object' && value !== null))
          return false
        const { read, edit } = field.access ?? {}
        return [read, edit].every((code) => code === undefined || holds(user, code))
      }),
    )

  const joinedFrame = (socketKey: string) =>
    JSON.stringify({ type: 'common_send_date', data: { key: 'joined', args: [socketKey] } })

  const publisher = new Publisher<Member>({
    publish: (payloads) =>
      sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`.execute(db.app),
    // Changes of this page were dropped: it sends its unsaved values again.
    onRecovered: ({ connection, rooms }) => {
      for (const socketKey of rooms.keys()) connection.send(joinedFrame(socketKey))
    },
    onError: warn,
  })

  const update = (member: Member, data: unknown) => {
    const change = parseUpdate(data)
    const room = change && member.rooms.get(change.socketKey)
    if (!change || !room?.detail) return
    const [row, caseId] = change.args
    const payload = JSON.stringify({
      socketKey: change.socketKey,
      args: [{ ...sendable(member.user, room, row), id: row.id.slice(0, 50) }, caseId],
      sender: buildSender(member),
    })
    if (Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) publisher.add(payload, member)
  }

  const tell = (payload: string) => {
    const message: unknown = JSON.parse(payload)
    if (!isRecord(message)) return
    if (message.changed === true) return announceChange()
    if (typeof message.joined === 'string') return tellJoined(message.joined)
    if (typeof message.frame === 'string') {
      const { frame, socketKey, args } = message as { frame: string; socketKey: string; args: unknown[] }
      send(socketKey, frame, { socketKey, args })
      if (frame === 'record_notice') {
        announceChange()
        checkRooms(socketKey)
      }
      return
    }
    const change = parseUpdate(message)
    if (!change) return
    const { socketKey } = change
    const { sender } = message
    const [row, caseId] = change.args
    // Most members may read the same columns: each text is serialised once for all of them.
    const texts = new Map<string, Buffer>()
    for (const { connection, rooms } of membersIn.get(socketKey) ?? []) {
      const keys = Object.keys(row).filter((key) => key === 'id' || !rooms.get(socketKey)?.hidden.has(key))
      const signature = keys.join()
      const data = () => ({
        socketKey,
        args: [Object.fromEntries(keys.map((key) => [key, row[key]])), caseId],
        sender,
      })
      const text =
        texts.get(signature) ?? Buffer.from(JSON.stringify({ type: 'update_vxe_table', data: data() }))
      texts.set(signature, text)
      connection.send(text)
    }
  }
  const send = (socketKey: string, type: string, data: unknown) => {
    const text = Buffer.from(JSON.stringify({ type, data }))
    for (const { connection } of membersIn.get(socketKey) ?? []) connection.send(text)
  }
  /**
   * Existing members send their unsaved values again, because a joining or returning member has not received them.
   * Each instance names its own members to the members of all instances, once for several joins.
   */
  const tellJoined = (socketKey: string) => {
    send(socketKey, 'common_send_date', { key: 'joined', args: [socketKey] })
    if (naming.has(socketKey) || !membersIn.has(socketKey)) return
    naming.add(socketKey)
    setTimeout(() => {
      naming.delete(socketKey)
      const pages = [...(membersIn.get(socketKey) ?? [])].slice(0, MAX_NAMED).map(buildSender)
      if (pages.length > 0) notify(socketKey, 'record_pages', pages).catch(warn)
    }, NAMING_DELAY_MS).unref()
  }
  /** Sends a frame to the members of a room on all instances. */
  const notify = (socketKey: string, frame: string, args: unknown[]) =>
    db.notify(channel, JSON.stringify({ socketKey, frame, args }))
  const notifyJoined = (socketKey: string) => db.notify(channel, JSON.stringify({ joined: socketKey }))
  /** Closes the sockets of members whose rights or documents have changed; their pages reconnect and are checked again. */
  const hangUp = (matches: (member: Member) => boolean) => {
    for (const member of members) if (matches(member)) member.connection.close(closeCodes.serviceRestart)
  }
  app.addHook('onReady', async () => {
    await db.listen(channel, tell)
    const hangUpAll = () => hangUp(() => true)
    await db.listen('permission', hangUpAll, hangUpAll)
    await db.listen('user_changed', (userId) => hangUp(({ user }) => user.id === userId))
  })
  documents.onChange(({ ids }) =>
    hangUp(({ rooms }) => [...rooms.values()].some(({ resource }) => ids.includes(resource.screen.id))),
  )

  app.get(
    '/vxeSocket/:userId/:pageId',
    { websocket: true, config: { access: 'self' }, preValidation: refuseForeign(services.config) },
    (socket, request) => {
      const catchUp = () => {
        for (const socketKey of member.rooms.keys()) ask(() => notifyJoined(socketKey)).catch(warn)
      }
      const connection = live.join(request.session, request.user.id, socket, catchUp)
      if (!connection) return
      const member: Member = {
        user: request.user,
        page: randomName(),
        connection,
        rooms: new Map(),
        asking: new Set(),
        subscribed: Promise.resolve(),
      }
      members.add(member)
      socket.on('close', () => leave(member))
      const isTooMuch = frameMeter(MAX_FRAMES_PER_SECOND)
      socket.on('message', (raw) => {
        if (!connection.isOpen) return
        if (isTooMuch()) return connection.close(closeCodes.policyViolation)
        const frame = parseFrame(String(raw))
        if (frame?.type === 'heart_beat') connection.send(JSON.stringify({ type: 'heart_beat', data: true }))
        else if (frame?.type === 'update_vxe_table') update(member, frame.data)
        else if (frame?.type === 'subscribe' && isRecord(frame.data)) subscribe(member, frame.data.socketKey)
        else if (frame?.type === 'unsubscribe' && isRecord(frame.data))
          unsubscribe(member, String(frame.data.socketKey))
      })
    },
  )

  const leave = (member: Member) => {
    members.delete(member)
    for (const socketKey of member.rooms.keys()) leaveRoom(member, socketKey)
  }
  const leaveRoom = (member: Member, socketKey: string) => {
    if (!member.rooms.delete(socketKey)) return
    const others = membersIn.get(socketKey)
    others?.delete(member)
    if (others?.size === 0) membersIn.delete(socketKey)
    ask(() => notify(socketKey, 'record_page_left', [member.page])).catch(warn)
  }
  const unsubscribe = (member: Member, socketKey: string) => {
    // A subscription without an answer yet comes first.
    member.subscribed = member.subscribed.then(() => leaveRoom(member, socketKey))
  }

  const subscribe = (member: Member, socketKey: unknown) => {
    const { rooms, asking } = member
    if (!isRoomName(socketKey) || asking.has(socketKey)) return
    if (!rooms.has(socketKey) && rooms.size + asking.size >= MAX_ROOMS) return
    asking.add(socketKey)
    member.subscribed = member.subscribed
      .then(() => ask(() => enter(member, socketKey)))
      .catch(warn)
      .finally(() => void asking.delete(socketKey))
  }

  /** A change of a record may take it, or its detail, from members: they leave its rooms. */
  const checkRooms = (changedRoom: string) => {
    const id = changedRoom.slice(changedRoom.lastIndexOf(':'))
    for (const [socketKey, inRoom] of membersIn)
      if (socketKey.endsWith(id))
        for (const member of inRoom) ask(() => checkRoom(member, socketKey)).catch(warn)
  }
  const checkRoom = async (member: Member, socketKey: string) => {
    const room = await findRoom(member.user, socketKey, services)
    if (!member.rooms.has(socketKey)) return
    if (room) member.rooms.set(socketKey, room)
    else leaveRoom(member, socketKey)
  }

  const enter = async (member: Member, socketKey: string) => {
    if (!members.has(member)) return
    const room = await findRoom(member.user, socketKey, services)
    if (!room || !members.has(member)) return
    member.rooms.set(socketKey, room)
    membersIn.set(socketKey, (membersIn.get(socketKey) ?? new Set()).add(member))
    const data = { key: 'subscribed', args: [socketKey], page: member.page }
    member.connection.send(JSON.stringify({ type: 'common_send_date', data }))
    await notifyJoined(socketKey)
  }
}
