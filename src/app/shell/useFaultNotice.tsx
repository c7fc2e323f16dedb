import { App } from 'antd'
import { useEffect } from 'react'
import { AppError } from '#runtime/kernel/errors.ts'
import { FailureNumber } from '#runtime/ui/FailureNumber.tsx'

/** An error of an event handler, or of work that nobody awaits, changes nothing on the page: a notice says that it happened. */
export function useFaultNotice(): void {
  const { notification } = App.useApp()
  useEffect(() => {
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
  }, [notification])
}
