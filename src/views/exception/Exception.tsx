import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { homePath } from '#app/guard.ts'
import { StateNote } from '#runtime/ui/StateNote.tsx'
import './exception.css'

interface Props {
  /** The number that people know such a page by. */
  number?: string
  title: string
  text: ReactNode
  children?: ReactNode
}

/** A page that cannot be shown: what, why, the way on. */
export function Exception({ number, title, text, children }: Props) {
  return (
    <div className="exception-sheet">
      {number && (
        <div className="exception-number" aria-hidden="true">
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
