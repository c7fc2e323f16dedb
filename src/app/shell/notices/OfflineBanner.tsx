import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isServerBusy, onServerBusy } from '#client/session/busy.ts'
import { formatTime } from '#runtime/kernel/time.ts'
import { findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { useOnline } from '../../sign-in/useOnline.ts'

const RETRY_INTERVAL_MS = 3000

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * The time (ms) since which the server cannot be reached, null while it can: the browser reports its own connection, a read
 * without an answer the rest.
 */
function useCutSince(): number | null {
  const client = useQueryClient()
  const isOnline = useOnline()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (findErrorCode(event.action.error) === 'NETWORK') setLost(true)
    })
  }, [client])
  useEffect(() => {
    if (!isLost || !isOnline) return
    const timer = setInterval(
      () => void isServerThere().then((isThere) => isThere && setLost(false)),
      RETRY_INTERVAL_MS,
    )
    return () => clearInterval(timer)
  }, [isLost, isOnline])
  const isCut = !isOnline || isLost
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    setSince(isCut ? Date.now() : null)
  }, [isCut])
  return since
}

/**
 * A bar that is shown while the server is unreachable, or while requests wait for a busy server. When the server answers
 * again, failed reads are repeated.
 */
export function OfflineBanner() {
  const client = useQueryClient()
  const since = useCutSince()
  const isCut = since !== null
  const isBusy = useSyncExternalStore(onServerBusy, isServerBusy)
  const wasCut = useRef(false)
  useEffect(() => {
    if (wasCut.current && !isCut)
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    wasCut.current = isCut
  }, [client, isCut])
  return (
    <div role="status">
      {isCut && (
        <div className="app-wire-bar">
          网络已断开（{formatTime(new Date(since)).slice(0, 5)}{' '}
          起），正在重新连接，连上后会自动重新读取。已打开的内容可以继续查看，写了一半的请不要关闭。
        </div>
      )}
      {isBusy && !isCut && <div className="app-wire-bar">系统繁忙，正在重试…</div>}
    </div>
  )
}
