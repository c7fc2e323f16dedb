import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { openSocket } from '#client/live/socket.ts'
import { reloadPermissions } from '#client/session/permissions.ts'
import { tokenAtom, userAtom } from '#client/session/state.ts'
import { dictKey, dictPrefix } from '#runtime/data/dict.ts'
import { indexKey } from '#runtime/data/documents.ts'
import { emitLive, type LiveFrame, onLive } from '#runtime/data/live.ts'

const HEARTBEAT_INTERVAL_MS = 20_000
/** The close code of a server that ended the session. */
const policyViolation = 1008
/** Milliseconds after which the page asks whether it has a session: later than the answer to its own sign-out. */
const CHECK_DELAY_MS = 1000

function parseFrame(data: unknown): LiveFrame | null {
  if (typeof data !== 'string') return null
  try {
    const frame: unknown = JSON.parse(data)
    const isFrame =
      typeof frame === 'object' && frame !== null && 'cmd' in frame && typeof frame.cmd === 'string'
    return isFrame ? (frame as LiveFrame) : null
  } catch {
    // The socket also receives plain texts, such as the answer to a heartbeat; they are no frames.
    return null
  }
}

/** The one socket of the page: passes the frames of the server to the runtime, and replaces the menu in place. */
export function useLiveSocket(): void {
  const client = useQueryClient()
  const token = useAtomValue(tokenAtom)
  const userId = useAtomValue(userAtom)?.id

  useEffect(() => {
    if (!token || !userId) return
    const socket = openSocket(`/websocket/${encodeURIComponent(userId)}`, [token])
    let wasOpen = false
    socket.addEventListener('open', () => {
      // Frames pushed during the gap are lost: the data is loaded again.
      if (wasOpen) for (const cmd of ['menu', 'reopened']) emitLive({ cmd })
      wasOpen = true
    })
    socket.addEventListener('message', ({ data }) => {
      const frame = parseFrame(data)
      if (frame) emitLive(frame)
    })
    let check: ReturnType<typeof setTimeout> | undefined
    socket.addEventListener('close', ({ code }) => {
      if (code === policyViolation) check = setTimeout(() => emitLive({ cmd: 'menu' }), CHECK_DELAY_MS)
    })
    const heart = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send('HeartBeat')
    }, HEARTBEAT_INTERVAL_MS)
    return () => {
      clearInterval(heart)
      clearTimeout(check)
      socket.close()
    }
  }, [token, userId])

  useEffect(() => {
    return onLive((frame) => {
      if (frame.cmd === 'dict' || frame.cmd === 'reopened') {
        // After a gap any dictionary may have changed; unchanged ones are answered without a body.
        const code = frame.cmd === 'dict' ? String(frame.code ?? '') : ''
        void client.invalidateQueries({ queryKey: code === '' ? [dictPrefix] : dictKey(code) })
        return
      }
      if (frame.cmd !== 'menu') return
      // The index first: an entry whose document is not loaded yet would be drawn as missing.
      client
        .refetchQueries({ queryKey: indexKey })
        .then(reloadPermissions)
        // The old menu remains; the failure has been shown.
        .catch(() => undefined)
    })
  }, [client])
}
