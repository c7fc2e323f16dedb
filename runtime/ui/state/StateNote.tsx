import type { ReactNode } from 'react'
import './state-note.css'

interface Props {
  title: string
  text?: ReactNode
  /** Draws the illustration; used only if nothing exists yet. */
  leaf?: boolean
  tone?: 'plain' | 'error'
  children?: ReactNode
}

/** An empty or failed state: a title, one sentence, the next step. */
export function StateNote({ title, text, leaf, tone = 'plain', children }: Props) {
  return (
    <div className="pro-state" data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
      {leaf && <EmptyPicture />}
      <div className="pro-state-title">{title}</div>
      {text && <div className="pro-state-text">{text}</div>}
      {children && <div className="pro-state-actions">{children}</div>}
    </div>
  )
}

/** Illustration: a ruled page of a woodblock print with double frame, columns and fishtail. */
function EmptyPicture() {
  return (
    <svg className="pro-leaf" viewBox="0 0 102 74" width="102" height="74" aria-hidden="true">
      <rect x="1" y="1" width="100" height="72" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <rect x="4.5" y="4.5" width="93" height="65" fill="none" stroke="currentColor" strokeWidth=".7" />
      {[17.5, 30.5, 71.5, 84.5].map((x) => (
        <line key={x} x1={x} x2={x} y1="4.5" y2="69.5" stroke="currentColor" strokeWidth=".5" opacity=".6" />
      ))}
      <line x1="43" x2="43" y1="4.5" y2="69.5" stroke="currentColor" strokeWidth="1" />
      <line x1="59" x2="59" y1="4.5" y2="69.5" stroke="currentColor" strokeWidth="1" />
      <path d="M44 20h14v11l-7-6-7 6z" fill="currentColor" />
    </svg>
  )
}
