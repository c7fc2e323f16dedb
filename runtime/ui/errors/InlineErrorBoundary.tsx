import type { ReactNode } from 'react'
import { Boundary } from './ErrorBoundary.tsx'
import { FailureNumber } from './FailureNumber.tsx'
import './inline-error-boundary.css'

interface Props {
  /** Title of the drawn part, placed before the text of the error. */
  title: string
  /** Shows the error without a button, in elements without clicks, such as a cell. */
  quiet?: boolean
  stamp?: string
  children: ReactNode
}

/** Contains the failure of one value, control or block: only its own box shows it. */
export const InlineErrorBoundary = ({ title, quiet, stamp, children }: Props) => (
  <Boundary
    stamp={stamp}
    failed={(error, retry) => (
      <span
        className="pro-broken"
        role={quiet ? undefined : 'alert'}
        title={error instanceof Error ? error.message : String(error)}
      >
        {`${title}显示出错`}
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
