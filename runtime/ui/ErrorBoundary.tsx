import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { retryChunks } from './lazy.tsx'

interface Props {
  /** Draws the replacement of the children that failed. */
  failed(error: unknown, retry: () => void): ReactNode
  /** Another stamp is a new try. */
  stamp?: string
  children: ReactNode
}

/** Shows a drawing error inside its box: everything around it remains. A retry loads missing code again. */
export const Boundary = ({ failed, stamp, children }: Props) => (
  <ErrorBoundary
    resetKeys={[stamp]}
    onReset={({ reason }) => {
      if (reason === 'imperative-api') retryChunks()
    }}
    fallbackRender={({ error, resetErrorBoundary }) => failed(error, () => resetErrorBoundary())}
  >
    {children}
  </ErrorBoundary>
)
