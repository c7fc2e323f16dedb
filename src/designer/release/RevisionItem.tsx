import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { RevisionRow } from '../api.ts'

interface Props {
  revision: Pick<RevisionRow, 'revision' | 'author' | 'createTime' | 'note'>
  isOpen: boolean
  /** The name of the button that opens the revision. */
  openText: string
  onToggle(): void
  /** Buttons beside the one that opens the revision. */
  actions?: ReactNode
  /** Drawn while the revision is open. */
  children: ReactNode
}

/** A revision in a list: its number, author, time and note, and what it contains on request. */
export const RevisionItem = ({ revision, isOpen, openText, onToggle, actions, children }: Props) => (
  <li>
    <div>
      <b>第 {revision.revision} 版</b>
      <span>
        {revision.author} {revision.createTime.slice(0, 16)}
      </span>
      <span className="pro-gap" />
      <Button type="link" size="small" aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? '收起' : openText}
      </Button>
      {actions}
    </div>
    {revision.note && <p>{revision.note}</p>}
    {isOpen && children}
  </li>
)
