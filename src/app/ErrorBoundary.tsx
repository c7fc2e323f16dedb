import type { ReactNode } from 'react'
import { type ChunkFault, chunkFaultOf } from '#runtime/host/chunks.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { Boundary } from '#runtime/ui/ErrorBoundary.tsx'
import { FailureNumber } from '#runtime/ui/FailureNumber.tsx'
import './error-box.css'

/**
 * Shows an error inside its box: the rest of the page stays usable. Plain HTML, because it is also drawn where the
 * component library has not been loaded. Needs a `key` that changes with the page.
 */
export const ErrorBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary failed={(error, retry) => <ErrorBox error={error} retry={retry} />}>{children}</Boundary>
)

const whyMissing: Readonly<Record<ChunkFault, string>> = {
  missing: '系统刚刚更新，这一页要重新载入后才能打开。',
  timeout: '网络太慢，页面在两分钟内没有载入完。',
  error: '网络中断，或系统刚刚更新。',
}

function ErrorBox({ error, retry }: { error: unknown; retry: () => void }) {
  const fault = chunkFaultOf(error)
  const why = fault
    ? `${whyMissing[fault]}${hasUnsaved() ? '未保存的内容请先另行保存，再重新载入。' : ''}`
    : '其他页面不受影响。可以重试；仍不行时，请把下面的文字告诉管理员。'
  return (
    <div className="app-error-box" role="alert">
      <h2>{fault ? '页面没有载入' : '页面出错了'}</h2>
      <p>{why}</p>
      <code>{error instanceof Error ? error.message : String(error)}</code>
      <div className="app-error-box-ways">
        {fault !== 'missing' && (
          <button type="button" onClick={retry}>
            重试
          </button>
        )}
        {fault && (
          <button type="button" onClick={() => window.location.reload()}>
            重新载入
          </button>
        )}
      </div>
      {!fault && <FailureNumber error={error} />}
    </div>
  )
}
