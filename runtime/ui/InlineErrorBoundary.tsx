import type { ReactNode } from 'react'
import { Boundary } from './ErrorBoundary.tsx'
import { FailureNumber } from './FailureNumber.tsx'
import './inline-error-boundary.css'

interface Props {
  /** What is drawn, in words. */
  what: string
  /** Where nothing may be pressed (a cell): the failure is only told. */
  quiet?: boolean
  stamp?: string
  children: ReactNode
}

/** One value, control or block that may fail while drawing: only its own box says so. */
export const InlineErrorBoundary = ({ what, quiet, stamp, children }: Props) => (
  <Boundary
    stamp={stamp}
    failed={(error, retry) => (
      <span
        className="pro-broken"
        role={quiet ? undefined : 'alert'}
        title={error instanceof Error ? error.message : String(error)}
      >
        {`${what}显示出错`}
        {!quiet && (
          <button type="button" onClick={retry}>
            重试
          </button>
        )}
        <FailureNumber error={error} />
      </span>
    )}
  >
    {children}
  </Boundary>
)
