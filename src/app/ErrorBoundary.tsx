import { Component, type ReactNode } from 'react'
import { hasUnsaved } from '../../runtime/data/unsaved.ts'
import { MissingCode } from './lazy-page.ts'
import './error-box.css'

interface Props {
  children: ReactNode
}

/**
 * Keeps a failure inside its box: the rest of the page stays usable. Plain HTML, because it also stands where the
 * component library has not been loaded. Give it a `key` that changes with the page.
 */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  retry = (): void => {
    // A chunk that failed to load stays failed in this page.
    if (this.state.error instanceof MissingCode) window.location.reload()
    else this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    const isCodeMissing = error instanceof MissingCode
    const number = requestIdOf(error)
    return (
      <div className="error-box" role="alert">
        <h2>{isCodeMissing ? '页面没有载入' : '页面出错了'}</h2>
        <p>
          {isCodeMissing
            ? `网络中断，或系统刚刚更新。${hasUnsaved() ? '未保存的内容请先另行保存，再重新载入。' : ''}`
            : '其他页面不受影响。可以重试；仍不行时，请把下面的文字告诉管理员。'}
        </p>
        {!isCodeMissing && <code>{error instanceof Error ? error.message : String(error)}</code>}
        <button type="button" onClick={this.retry}>
          {isCodeMissing ? '重新载入' : '重试'}
        </button>
        {number && <small>编号 {number}</small>}
      </div>
    )
  }
}

/** The number under which the server's log holds the request that failed. */
function requestIdOf(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : null
  if (typeof cause !== 'object' || cause === null || !('response' in cause)) return null
  const { response } = cause as { response?: { headers?: Record<string, unknown> } }
  const id = response?.headers?.['x-request-id']
  return typeof id === 'string' ? id : null
}
