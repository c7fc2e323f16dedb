import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { failureNumber } from '#runtime/host/failures.ts'
import { retryChunks } from '../lazy.tsx'

interface Props {
  /** Draws the replacement of the children that failed. */
  failed(error: unknown, retry: () => void): ReactNode
  /** Another stamp is a new try. */
  stamp?: string
  children: ReactNode
}

/**
 * Shows an error of drawing, of an effect or of a clean-up inside its box: everything around it remains. The error is reported
 * even where its box is never seen. A retry loads missing code again.
 */
export const Boundary = ({ failed, stamp, children }: Props) => (
  <ErrorBoundary
    resetKeys={[stamp]}
    onError={(error) => void failureNumber(error)}
    onReset={({ reason }) => {
      if (reason === 'imperative-api') retryChunks()
    }}
    fallbackRender={({ error, resetErrorBoundary }) => failed(error, () => resetErrorBoundary())}
  >
    {children}
  </ErrorBoundary>
)
