import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import './result.css'

interface Props {
  tone: 'success' | 'error'
  title: string
  text: string
  /** The next steps; the first is the primary one. */
  actions: ReactNode
  children: ReactNode
}

/** The result of a submission: done or not, the next steps, the details below. */
export function Result({ tone, title, text, actions, children }: Props) {
  const Mark = tone === 'success' ? CheckCircleFilled : CloseCircleFilled
  return (
    <article className="view-result-sheet">
      <header data-tone={tone}>
        <Mark aria-hidden />
        <h1>{title}</h1>
        <p>{text}</p>
        <div className="view-result-ways">{actions}</div>
      </header>
      {children}
    </article>
  )
}
