import { Button } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { StateNote } from '../state/StateNote.tsx'
import { errorMessage } from './error-message.ts'

const RETRY = '再试一次'

interface Props {
  title?: string
  error: unknown
  onRetry(): unknown
  /** Further ways on, after the button that reads again. */
  children?: ReactNode
}

/** Fills the place of data that could not be read: the reason, and a button that reads it again. */
export const LoadFailure = ({ title = '没有加载出来', error, onRetry, children }: Props) => (
  <StateNote tone="error" title={title} text={error ? errorMessage(error) : undefined}>
    <Button onClick={() => void onRetry()}>{RETRY}</Button>
    {children}
  </StateNote>
)

interface LineProps {
  text: ReactNode
  onRetry(): unknown
  className?: string
  style?: CSSProperties
}

/** The same in one line, where the surroundings remain visible. */
export const LoadFailureLine = ({ text, onRetry, className = 'pro-load-failure', style }: LineProps) => (
  <div className={className} style={style} role="alert">
    {text}
    <Button type="link" size="small" onClick={() => void onRetry()}>
      {RETRY}
    </Button>
  </div>
)
