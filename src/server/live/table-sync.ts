import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { fieldValues } from '../../../runtime/fields/values.ts'
import { isDetail } from '../../../runtime/schema/types.ts'
import { holds, type SessionUser } from '../http/user.ts'
import { callerOf } from '../resources/caller.ts'
import { readHead } from '../resources/record.ts'
import { type DetailResource, isReadable, type Resource, resourceOf } from '../resources/resource.ts'
import type { Services } from '../services.ts'
import { frameMeter, refuseForeign } from './sockets.ts'

const channel = 'table_sync'
/** NOTIFY carries 8,000 bytes; one row's changed cells are far less. */
const longestPayload = 7000
const mostPerSecond = 30
const serviceRestart = 1012

/** One table of one record: `{socketKey of the detail}:{id of the head}`. */
interface Room {
  resource: Resource
  detail: DetailResource
}

interface Member {
  user: SessionUser
  rooms: Map<string, Room>
}

interface Frame {
  type: string
  data: unknown
}

interface Update {
  socketKey: string
  args: [Record<string, unknown> & { id: string }, string]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function frameOf(text: string): Frame | null {
  try {
    const frame: unknown = JSON.parse(text)
    return isRecord(frame) && typeof frame.type === 'string' ? { type: frame.type, data: frame.data } : null
  } catch {
    // The contract lets frames that cannot be read pass unanswered.
    return null
  }
}

function updateOf(data: unknown): Update | null {
  if (!isRecord(data) || typeof data.socketKey !== 'string' || !Array.isArray(data.args)) return null
  const [row, caseId] = data.args as unknown[]
  if (!isRecord(row) || typeof row.id !== 'string' || typeof caseId !== 'string') return null
  return { socketKey: data.socketKey, args: [row as Update['args'][0], caseId.slice(0, 40)] }
}

/**
 * Changes to cells, told to everybody who has the same record open, before they are saved. Who listens and who speaks
 * is decided by the rights over the record; what a listener may not read is left out of what he hears.
 */
export function tableSyncRoutes(app: FastifyInstance, services: Services): void {
  const { db, documents, live, log } = services
  const members = new Map<WebSocket, Member>()

  const find = async (user: SessionUser, socketKey: string): Promise<Room | null> => {
    const [word = '', id = ''] = socketKey.split(':')
    for (const { document, rev } of documents.entries()) {
      if (document.kind !== 'screen') continue
      const field = document.fields.filter(isDetail).find((one) => one.socketKey === word)
      if (!field) continue
      const resource = resourceOf(document, rev, fieldValues)
      const detail = resource.details.find((one) => one.key === field.key)
      const caller = callerOf(user, services)
      const isAllowed = holds(user, `${resource.perm}:edit`) && isReadable(field, caller.can)
      // A second screen over the same record says the same word; one that lets this person in is enough.
      if (detail && isAllowed && (await readHead(db.app, resource, id, caller.rules(resource))))
        return { resource, detail }
    }
    return null
  }

  /** Cells that this person may change, with values of the kind a cell holds. */
  const sendable = (user: SessionUser, { detail }: Room, row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).filter(([key, value]) => {
        const field = detail.columns.get(key)?.field
        if (!field || field.compute !== undefined || (typeof value === 'object' && value !== null))
          return false
        const { read, edit } = field.access ?? {}
        return [read, edit].every((code) => code === undefined || holds(user, code))
      }),
    )

  const update = async (member: Member, data: unknown) => {
    const asked = updateOf(data)
    const room = asked && member.rooms.get(asked.socketKey)
    if (!asked || !room) return
    const [row, caseId] = asked.args
    const payload = JSON.stringify({
      socketKey: asked.socketKey,
      args: [{ ...sendable(member.user, room, row), id: row.id.slice(0, 50) }, caseId],
    })
    if (Buffer.byteLength(payload) <= longestPayload) await db.notify(channel, payload)
  }

  const tell = (payload: string) => {
    const said: unknown = JSON.parse(payload)
    if (isRecord(said) && typeof said.joined === 'string') return tellJoined(said.joined)
    const asked = updateOf(said)
    if (!asked) return
    const [row, caseId] = asked.args
    for (const [socket, { user, rooms }] of members) {
      const room = rooms.get(asked.socketKey)
      if (!room) continue
      const can = (code: string) => holds(user, code)
      const seen = Object.entries(row).filter(
        ([key]) => key === 'id' || isReadable(room.detail.columns.get(key)?.field ?? null, can),
      )
      const data = { socketKey: asked.socketKey, args: [Object.fromEntries(seen), caseId] }
      socket.send(JSON.stringify({ type: 'update_vxe_table', data }))
    }
  }
  /** Who was there already says again what nobody saved yet: who comes, or comes back, has not heard it. */
  const tellJoined = (socketKey: string) => {
    const text = JSON.stringify({ type: 'common_send_date', data: { key: 'joined', args: [socketKey] } })
    for (const [socket, { rooms }] of members) if (rooms.has(socketKey)) socket.send(text)
  }
  /** Rights and documents that a room was judged by have changed: its pages come again and are judged anew. */
  const hangUp = (isMeant: (member: Member) => boolean) => {
    for (const [socket, member] of members) if (isMeant(member)) socket.close(serviceRestart)
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
      const member: Member = { user: request.user, rooms: new Map() }
      members.set(socket, member)
      socket.on('close', () => members.delete(socket))
      live.join(request.session, request.user.id, socket, false)
      const isTooMuch = frameMeter(mostPerSecond)
      socket.on('message', (raw) => {
        if (isTooMuch()) return socket.close(1008)
        const frame = frameOf(String(raw))
        if (frame?.type === 'heart_beat') socket.send(JSON.stringify({ type: 'heart_beat', data: true }))
        const answer =
          frame?.type === 'subscribe' && isRecord(frame.data) && typeof frame.data.socketKey === 'string'
            ? subscribe(socket, member, frame.data.socketKey)
            : frame?.type === 'update_vxe_table'
              ? update(member, frame.data)
              : null
        answer?.catch((error: unknown) => log.warn({ err: error }, 'a table could not be told'))
      })
    },
  )

  const subscribe = async (socket: WebSocket, member: Member, socketKey: string) => {
    if (!/^[\w:.-]{1,150}$/.test(socketKey) || member.rooms.size >= 20) return
    const room = await find(member.user, socketKey)
    if (!room || !members.has(socket)) return
    member.rooms.set(socketKey, room)
    const data = { key: 'subscribed', args: [socketKey] }
    socket.send(JSON.stringify({ type: 'common_send_date', data }))
    await db.notify(channel, JSON.stringify({ joined: socketKey }))
  }
}
