import { App } from 'antd'
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { findChunkFault } from '#runtime/host/chunks.ts'
import { type LazyPart, lazyPart } from '../lazy.tsx'
import { Boundary } from './ErrorBoundary.tsx'
import { FailureNumber } from './FailureNumber.tsx'

interface Closable {
  onClose(): void
}

/**
 * Where the code of a dialog does not arrive, or fails, a question in its place offers to try again or to close it: the page
 * under it, and what is typed there, remain.
 */
export const DialogBoundary = ({ onClose, children }: Closable & { children: ReactNode }) => (
  <Boundary failed={(error, retry) => <FailedDialog error={error} onRetry={retry} onClose={onClose} />}>
    <Suspense>{children}</Suspense>
  </Boundary>
)

/** A dialog or drawer in its own chunk, in its own boundary. */
export function lazyDialog<P extends Closable>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  const Part = lazyPart(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once per dialog, at module level
  function LazyDialog(props: P) {
    return (
      <DialogBoundary onClose={props.onClose}>
        <Part {...props} />
      </DialogBoundary>
    )
  }
  return Object.assign(LazyDialog, { preload: Part.preload })
}

interface FailedProps extends Closable {
  error: unknown
  onRetry(): void
}

function FailedDialog({ error, onRetry, onClose }: FailedProps) {
  const { modal } = App.useApp()
  const latest = useRef({ onRetry, onClose })
  latest.current = { onRetry, onClose }
  useEffect(() => {
    const isMissing = findChunkFault(error) !== null
    const dialog = modal.confirm({
      title: isMissing ? '没有打开' : '打开后出错了',
      content: isMissing ? (
        '网络中断，或系统刚刚更新。联网后再试一次；仍不行时，请保存好内容，再重新载入页面。'
      ) : (
        <>
          页面上的内容都在。再试一次仍不行时，请把编号告诉管理员。
          <FailureNumber error={error} />
        </>
      ),
      okText: '再试一次',
      cancelText: '关闭',
      onOk: () => latest.current.onRetry(),
      onCancel: () => latest.current.onClose(),
    })
    return () => dialog.destroy()
  }, [error, modal])
  return null
}
