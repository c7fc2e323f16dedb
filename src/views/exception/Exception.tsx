import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { homePath } from '#client/guard.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import './exception.css'

interface Props {
  /** The HTTP status that names such a page. */
  number?: string
  title: string
  text: ReactNode
  children?: ReactNode
}

/** A page for an address that cannot be shown: the problem, its reason, the next step. */
export function Exception({ number, title, text, children }: Props) {
  return (
    <div className="view-exception-sheet">
      {number && (
        <div className="view-exception-number" aria-hidden="true">
          {number}
        </div>
      )}
      <StateNote title={title} text={text}>
        {children}
        <Link to={homePath}>
          <Button type="primary">返回首页</Button>
        </Link>
      </StateNote>
    </div>
  )
}
