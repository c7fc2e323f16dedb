import type { RecordNotice, SyncedRow, SyncListener, TableSync } from '#runtime/data/table-sync.ts'
import { randomName } from '#runtime/kernel/random.ts'
import type { Sender } from '#runtime/kernel/sender.ts'
import { store, tokenAtom, userAtom } from '../session/state.ts'
import { openSocket } from './socket.ts'

const HEARTBEAT_INTERVAL_MS = 10_000
const HEARTBEAT_TIMEOUT_MS = 6000
const RECONNECT_DELAY_MS = 5000
/** The server closes the socket of a page that sends more than thirty frames in a second. */
const MAX_AT_ONCE = 20
const SYNC_DELAY_MS = 1000

interface Frame {
  type?: unknown
  data?: { socketKey?: unknown; key?: unknown; args?: unknown; page?: unknown; sender?: unknown }
}

function parseFrame(text: unknown): Frame | null {
  try {
    const frame: unknown = JSON.parse(String(text))
    return typeof frame === 'object' && frame !== null ? (frame as Frame) : null
  } catch {
    // An unreadable frame is ignored.
    return null
  }
}

const isSender = (value: unknown): value is Sender =>
  typeof value === 'object' && value !== null && 'page' in value && 'name' in value

/** A server that does not name senders sends cells of unnamed pages. */
const unnamed = (from: unknown): Sender => ({ page: String(from), name: '他人' })

/** The socket of the page for live tables; it opens with the first table and closes with the last. */
export function createTableSync(): TableSync {
  /** The id of this page: the server returns its own changes, which are ignored. */
  const caseId = randomName()
  const rooms = new Map<string, Set<SyncListener>>()
  /** The name that the server gave this page, by room; and the other pages of each room by their names. */
  const ownPages = new Map<string, string>()
  const people = new Map<string, Map<string, Sender>>()
  /** The rooms that the server admits this page to; a new connection starts with none. */
  const entered = new Set<string>()
  /** Changes not yet sent, by room and row. */
  const queue = new Map<string, Map<string, SyncedRow>>()
  let socket: ReturnType<typeof openSocket> | null = null
  let heart: ReturnType<typeof setInterval> | undefined
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let drain: ReturnType<typeof setTimeout> | undefined

  const say = (type: string, data: unknown) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, data }))
  }
  const calm = () => {
    clearTimeout(reconnectTimer)
    reconnectTimer = undefined
  }
  const beat = () => {
    if (reconnectTimer !== undefined || socket?.readyState !== WebSocket.OPEN) return
    say('heart_beat', '')
    const again = () => {
      calm()
      socket?.reconnect()
    }
    reconnectTimer = setTimeout(() => {
      reconnectTimer = setTimeout(again, RECONNECT_DELAY_MS)
    }, HEARTBEAT_TIMEOUT_MS)
  }

  /** Sends the pending changes in parts. */
  const flush = () => {
    if (drain !== undefined) return
    let remaining = MAX_AT_ONCE
    for (const room of entered) {
      const waiting = queue.get(room) ?? new Map<string, SyncedRow>()
      for (const [id, row] of waiting) {
        if (remaining === 0) break
        remaining -= 1
        waiting.delete(id)
        say('update_vxe_table', { socketKey: room, args: [row, caseId] })
      }
      if (waiting.size > 0) continue
      queue.delete(room)
      if (rooms.has(room)) continue
      entered.delete(room)
      say('unsubscribe', { socketKey: room })
    }
    if (remaining < MAX_AT_ONCE)
      drain = setTimeout(() => {
        drain = undefined
        flush()
      }, SYNC_DELAY_MS)
    else if (rooms.size === 0) close()
  }

  const heard = (room: string, notify: (listener: SyncListener) => void) => {
    for (const listener of [...(rooms.get(room) ?? [])]) notify(listener)
  }
  const announcePeople = (room: string) => {
    const others = [...(people.get(room)?.values() ?? [])]
    heard(room, ({ onPeople }) => onPeople?.(others))
  }
  const meet = (room: string, found: readonly unknown[]) => {
    const senders = people.get(room) ?? new Map<string, Sender>()
    people.set(room, senders)
    const added = found
      .filter(isSender)
      .filter(({ page }) => page !== ownPages.get(room) && !senders.has(page))
    for (const sender of added) senders.set(sender.page, sender)
    if (added.length > 0) announcePeople(room)
  }

  const enter = (room: string, page: unknown) => {
    // The form was closed in the meantime.
    if (!rooms.has(room)) return say('unsubscribe', { socketKey: room })
    entered.add(room)
    ownPages.set(room, String(page))
    people.delete(room)
    heard(room, ({ onAdmitted }) => onAdmitted?.())
    announcePeople(room)
    flush()
  }
  const receiveRow = (room: string, [row, from]: readonly unknown[], sender: unknown) => {
    if (from === caseId || typeof (row as SyncedRow | undefined)?.id !== 'string') return
    const named = isSender(sender) ? sender : unnamed(from)
    if (isSender(sender)) meet(room, [sender])
    heard(room, ({ onRow }) => onRow?.(row as SyncedRow, named))
  }
  const receive = ({ type, data }: Frame) => {
    if (type === 'heart_beat') return calm()
    if (!Array.isArray(data?.args)) return
    const args = data.args as unknown[]
    const room = typeof data.socketKey === 'string' ? data.socketKey : String(args[0])
    if (type === 'common_send_date' && data.key === 'subscribed') return enter(room, data.page)
    if (type === 'common_send_date' && data.key === 'joined')
      return heard(room, ({ onJoined }) => onJoined?.())
    if (type === 'update_vxe_table') return receiveRow(room, args, data.sender)
    if (type === 'record_pages') return meet(room, args)
    if (type === 'record_notice') return heard(room, ({ onNotice }) => onNotice?.(args[0] as RecordNotice))
    if (type !== 'record_page_left' || !people.get(room)?.delete(String(args[0]))) return
    heard(room, ({ onLeft }) => onLeft?.(String(args[0])))
    announcePeople(room)
  }

  const open = () => {
    const user = store.get(userAtom)
    if (!user || !store.get(tokenAtom)) return
    // Read for each connection: the user may have renewed an expired session under an open form.
    const token = () => {
      const sessionToken = store.get(tokenAtom)
      return sessionToken ? [sessionToken] : null
    }
    socket = openSocket(`/vxeSocket/${encodeURIComponent(user.id)}/${randomName()}`, token)
    socket.addEventListener('open', () => {
      calm()
      entered.clear()
      for (const socketKey of rooms.keys()) say('subscribe', { socketKey })
    })
    socket.addEventListener('close', () => {
      calm()
      entered.clear()
    })
    socket.addEventListener('message', ({ data }) => {
      const frame = parseFrame(data)
      if (frame) receive(frame)
    })
    heart = setInterval(beat, HEARTBEAT_INTERVAL_MS)
  }

  const close = () => {
    clearInterval(heart)
    calm()
    queue.clear()
    entered.clear()
    people.clear()
    socket?.close()
    socket = null
  }

  return {
    join(room, listener) {
      const listeners = rooms.get(room) ?? new Set()
      rooms.set(room, listeners)
      listeners.add(listener)
      if (!socket) open()
      else if (listeners.size === 1) say('subscribe', { socketKey: room })
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0 || rooms.get(room) !== listeners) return
        rooms.delete(room)
        people.delete(room)
        // Pending changes (such as an undo) are sent first.
        flush()
      }
    },
    send(room, row) {
      if (!rooms.has(room)) return
      const waiting = queue.get(room) ?? new Map<string, SyncedRow>()
      queue.set(room, waiting)
      waiting.set(row.id, { ...waiting.get(row.id), ...row })
      flush()
    },
  }
}
