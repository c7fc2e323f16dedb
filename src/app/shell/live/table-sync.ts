import type { SyncedRow, SyncListener, TableSync } from '#runtime/data/table-sync.ts'
import { randomName } from '#runtime/kernel/random.ts'
import { store, tokenAtom, userAtom } from '../../session/state.ts'
import { openSocket } from './socket.ts'

const heartbeatEvery = 10_000
const heartbeatPatience = 6000
const reconnectAfter = 5000
/** The server closes the socket of a page that sends more than thirty frames in a second. */
const MAX_AT_ONCE = 20
const pause = 1000

interface Frame {
  type?: unknown
  data?: { socketKey?: unknown; key?: unknown; args?: unknown }
}

function frameOf(text: unknown): Frame | null {
  try {
    const frame: unknown = JSON.parse(String(text))
    return typeof frame === 'object' && frame !== null ? (frame as Frame) : null
  } catch {
    // An unreadable frame is ignored.
    return null
  }
}

/** The socket of the page for live tables; it opens with the first table and closes with the last. */
export function createTableSync(): TableSync {
  /** The id of this page: the server returns its own changes, which are ignored. */
  const caseId = randomName()
  const rooms = new Map<string, Set<SyncListener>>()
  /** The rooms that the server admits this page to; a new connection starts with none. */
  const entered = new Set<string>()
  /** Changes not yet sent, by room and row. */
  const queue = new Map<string, Map<string, SyncedRow>>()
  let socket: ReturnType<typeof openSocket> | null = null
  let heart: ReturnType<typeof setInterval> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let drain: ReturnType<typeof setTimeout> | undefined

  const say = (type: string, data: unknown) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, data }))
  }
  const calm = () => {
    clearTimeout(patience)
    patience = undefined
  }
  const beat = () => {
    if (patience !== undefined || socket?.readyState !== WebSocket.OPEN) return
    say('heart_beat', '')
    const again = () => {
      calm()
      socket?.reconnect()
    }
    patience = setTimeout(() => {
      patience = setTimeout(again, reconnectAfter)
    }, heartbeatPatience)
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
      if (waiting.size === 0) queue.delete(room)
    }
    if (remaining < MAX_AT_ONCE)
      drain = setTimeout(() => {
        drain = undefined
        flush()
      }, pause)
    else if (rooms.size === 0) close()
  }

  const enter = (args: readonly unknown[]) => {
    const [room] = args
    if (typeof room !== 'string' || !rooms.has(room)) return
    entered.add(room)
    flush()
  }
  const hear = ({ type, data }: Frame) => {
    if (type === 'heart_beat') return calm()
    if (!Array.isArray(data?.args)) return
    const args = data.args as unknown[]
    if (type === 'common_send_date' && data.key === 'subscribed') return enter(args)
    if (type === 'common_send_date' && data.key === 'joined')
      for (const listener of rooms.get(String(args[0])) ?? []) listener.onJoined()
    if (type !== 'update_vxe_table' || typeof data.socketKey !== 'string') return
    const [row, from] = args as [SyncedRow | undefined, unknown]
    if (from === caseId || typeof row?.id !== 'string') return
    for (const listener of rooms.get(data.socketKey) ?? []) listener.onRow(row)
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
      const frame = frameOf(data)
      if (frame) hear(frame)
    })
    heart = setInterval(beat, heartbeatEvery)
  }

  const close = () => {
    clearInterval(heart)
    calm()
    queue.clear()
    entered.clear()
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
        if (listeners.size === 0) rooms.delete(room)
        // Pending changes (such as an undo) are sent first.
        if (rooms.size === 0) flush()
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
