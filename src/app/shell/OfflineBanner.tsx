import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { codeOf } from '#runtime/ui/error-message.ts'
import { useDelayed } from '#runtime/ui/useDelayed.ts'
import { useBusy } from '../progress.tsx'
import { isServerBusy, onServerBusy } from '../session/busy.ts'
import { useOnline } from '../sign-in/useOnline.ts'

const tryEvery = 3000

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Whether the server can be reached: the browser reports its own connection, a read without an answer the rest. */
function useIsCut(): boolean {
  const client = useQueryClient()
  const isOnline = useOnline()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (codeOf(event.action.error) === 'NETWORK') setLost(true)
    })
  }, [client])
  useEffect(() => {
    if (!isLost || !isOnline) return
    const timer = setInterval(
      () => void isServerThere().then((isThere) => isThere && setLost(false)),
      tryEvery,
    )
    return () => clearInterval(timer)
  }, [isLost, isOnline])
  return !isOnline || isLost
}

/**
 * A bar that is shown while the server is unreachable, or while requests wait for a busy server. When the server answers
 * again, failed reads are repeated.
 */
export function OfflineBanner() {
  const client = useQueryClient()
  const isCut = useIsCut()
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
          网络已断开，正在重新连接。已打开的内容可以继续查看，写了一半的请不要关闭。
        </div>
      )}
      {isBusy && !isCut && <div className="app-wire-bar">系统繁忙，正在重试…</div>}
    </div>
  )
}

/** The bar at the top, shown while a first read is slow. */
export function SlowReads() {
  const waiting = useIsFetching({ predicate: ({ state }) => state.data === undefined })
  useBusy(useDelayed(waiting > 0))
  return null
}
