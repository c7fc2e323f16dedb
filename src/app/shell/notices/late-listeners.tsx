import { type App, Button } from 'antd'
import { onLive } from '#runtime/data/live.ts'
import { findBuild } from '#runtime/host/chunks.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { AppError } from '#runtime/kernel/errors.ts'
import { FailureNumber } from '#runtime/ui/errors/FailureNumber.tsx'
import { closeMenusFirst } from '#runtime/ui/focus/menu-escape.ts'

type Notification = ReturnType<typeof App.useApp>['notification']

/** The listeners of the window that nobody needs before the first page is drawn; returns the function that ends them. */
export function startLateListeners(notification: Notification): () => void {
  const ends = [closeMenusFirst(), showFaults(notification), offerReload(notification)]
  return () => {
    for (const end of ends) end()
  }
}

const OFFER = 'another-build'

/**
 * The server has pages of another build. This page works on, and offers to load them while nothing is typed; what is closed
 * by the user is offered no more.
 */
function offerReload(notification: Notification): () => void {
  const current = findBuild()
  let refused: string | undefined
  return onLive((frame) => {
    if (frame.cmd !== 'heartcheck' || typeof frame.build !== 'string' || current === null) return
    const { build } = frame
    if (build === current || build === refused || hasUnsaved()) return notification.destroy(OFFER)
    notification.info({
      key: OFFER,
      message: '系统已更新',
      description: '当前页面可以继续使用，重新载入后使用新版本。',
      duration: 0,
      btn: <Button onClick={() => window.location.reload()}>重新载入</Button>,
      onClose: () => {
        refused = build
      },
    })
  })
}

/** An error of an event handler, or of work that nobody awaits, changes nothing on the page: a notice says that it happened. */
function showFaults(notification: Notification): () => void {
  const show = (error: unknown) => {
    // Refused requests are shown by those who sent them.
    if (!(error instanceof Error) || error instanceof AppError || error.name === 'AbortError') return
    notification.error({
      key: String(error),
      message: '刚才的操作没有完成',
      description: (
        <>
          请重试；仍不行时，请把下面的文字告诉管理员。
          <br />
          <code>{error.message}</code> <FailureNumber error={error} />
        </>
      ),
    })
  }
  const onError = (event: ErrorEvent) => show(event.error)
  const onRejection = (event: PromiseRejectionEvent) => show(event.reason)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}
