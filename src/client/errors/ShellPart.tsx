import { type ReactNode, Suspense } from 'react'
import { Boundary } from '#runtime/ui/errors/ErrorBoundary.tsx'
import './shell-part.css'

interface Props {
  title: string
  fallback?: ReactNode
  children: ReactNode
}

/** A part of the shell that loads by itself; if it fails, a line at the bottom offers a retry, and everything else remains. */
export const ShellPart = ({ title, fallback, children }: Props) => (
  <Boundary
    failed={(_error, retry) => (
      <div className="app-failed-part" role="alert">
        <span>「{title}」没有打开</span>
        <button type="button" onClick={retry}>
          重试
        </button>
      </div>
    )}
  >
    <Suspense fallback={fallback}>{children}</Suspense>
  </Boundary>
)
