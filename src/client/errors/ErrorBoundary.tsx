import { type ReactNode, useState } from 'react'
import { type ChunkFault, findChunkFault } from '#runtime/host/chunks.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { Boundary } from '#runtime/ui/errors/ErrorBoundary.tsx'
import { FailureNumber } from '#runtime/ui/errors/FailureNumber.tsx'
import './error-box.css'

interface Props {
  /** The page inside; absent: everything that is drawn there. */
  page?: string
  /** Another stamp is a new try. */
  stamp?: string
  /** Called before the content is drawn again. */
  onReload?(): void
  children?: ReactNode
}

/**
 * Shows an error inside its box: what surrounds it stays usable. Plain HTML, because it is also drawn where the component
 * library has not been loaded.
 */
export const ErrorBoundary = ({ page, stamp, onReload, children }: Props) => (
  <Boundary
    stamp={stamp}
    failed={(error, retry) => (
      <ErrorBox
        error={error}
        page={page}
        onReload={() => {
          onReload?.()
          retry()
        }}
      />
    )}
  >
    {children}
  </Boundary>
)

const whyMissing: Readonly<Record<ChunkFault, string>> = {
  missing: '系统刚刚更新，这一页要重新载入后才能打开。',
  timeout: '网络太慢，页面在两分钟内没有载入完。',
  error: '网络中断，或系统刚刚更新。',
}

function ErrorBox({ error, page, onReload }: { error: unknown; page?: string; onReload(): void }) {
  const fault = findChunkFault(error)
  // The failed content is still registered while the box is drawn for the first time.
  const [hadUnsaved] = useState(() => hasUnsaved(page))
  const why = fault
    ? `${whyMissing[fault]}${hasUnsaved() ? '未保存的内容请先另行保存，再重新载入。' : ''}`
    : `菜单和其他页面可以照常使用。${hadUnsaved ? '写了一半的内容已留作草稿，重新载入后可以恢复。' : ''}重新载入仍不行时，请把下面的文字告诉管理员。`
  return (
    <div className="app-error-box" role="alert">
      <h2>{fault ? '页面没有载入' : '页面出错了'}</h2>
      <p>{why}</p>
      <code>{error instanceof Error ? error.message : String(error)}</code>
      <div className="app-error-box-ways">
        {fault && fault !== 'missing' && (
          <button type="button" onClick={onReload}>
            重试
          </button>
        )}
        <button type="button" onClick={fault ? () => window.location.reload() : onReload}>
          重新载入
        </button>
      </div>
      {!fault && <FailureNumber error={error} />}
    </div>
  )
}
