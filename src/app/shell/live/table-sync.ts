import ReconnectingSocket from 'partysocket/ws'
import type { SyncedRow, TableSync } from '../../../../runtime/data/table-sync.ts'
import { store, tokenAtom, userAtom } from '../../session/state.ts'

const heartbeatEvery = 10_000
const heartbeatPatience = 6000
const reconnectAfter = 5000

const randomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

interface Frame {
  type?: unknown
  data?: { socketKey?: unknown; args?: unknown }
}

function frameOf(text: unknown): Frame | null {
  try {
    const frame: unknown = JSON.parse(String(text))
    return typeof frame === 'object' && frame !== null ? (frame as Frame) : null
  } catch {
    // A frame that cannot be read is none.
    return null
  }
}

/** The page's own socket for live tables; it opens with the first table that asks and closes with the last. */
export function createTableSync(): TableSync {
  /** This page: its own words come back to it and are passed over. */
  const caseId = randomName()
  const rooms = new Map<string, Set<(row: SyncedRow) => void>>()
  let socket: ReconnectingSocket | null = null
  let heart: ReturnType<typeof setInterval> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined

  const say = (type: string, data: unknown) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, data }))
  }
  const beat = () => {
    if (socket?.readyState !== WebSocket.OPEN) return
    say('heart_beat', '')
    clearTimeout(patience)
    patience = setTimeout(() => socket?.reconnect(), heartbeatPatience)
  }

  const hear = ({ type, data }: Frame) => {
    if (type === 'heart_beat') return clearTimeout(patience)
    if (type !== 'update_vxe_table' || typeof data?.socketKey !== 'string' || !Array.isArray(data.args))
      return
    const [row, from] = data.args as [SyncedRow | undefined, unknown]
    if (from === caseId || typeof row?.id !== 'string') return
    for (const listener of rooms.get(data.socketKey) ?? []) listener(row)
  }

  const open = () => {
    const user = store.get(userAtom)
    const token = store.get(tokenAtom)
    if (!user || !token) return
    const { protocol, host } = window.location
    const scheme = protocol === 'https:' ? 'wss' : 'ws'
    const url = `${scheme}://${host}/vxeSocket/${encodeURIComponent(user.id)}/${randomName()}`
    socket = new ReconnectingSocket(url, [token], {
      minReconnectionDelay: reconnectAfter,
      maxReconnectionDelay: reconnectAfter,
      reconnectionDelayGrowFactor: 1,
      maxEnqueuedMessages: 0,
    })
    socket.addEventListener('open', () => {
      for (const socketKey of rooms.keys()) say('subscribe', { socketKey })
    })
    socket.addEventListener('message', ({ data }) => {
      const frame = frameOf(data)
      if (frame) hear(frame)
    })
    heart = setInterval(beat, heartbeatEvery)
  }

  const close = () => {
    clearInterval(heart)
    clearTimeout(patience)
    socket?.close()
    socket = null
  }

  return {
    join(room, onRow) {
      const listeners = rooms.get(room) ?? new Set()
      rooms.set(room, listeners)
      listeners.add(onRow)
      if (!socket) open()
      else if (listeners.size === 1) say('subscribe', { socketKey: room })
      return () => {
        listeners.delete(onRow)
        if (listeners.size === 0) rooms.delete(room)
        if (rooms.size === 0) close()
      }
    },
    send: (room, row) => say('update_vxe_table', { socketKey: room, args: [row, caseId] }),
  }
}
