import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { StateNote } from '../../../runtime/screens/parts/StateNote.tsx'
import { homePath } from '../../app/guard.ts'
import './exception.css'

/** A page that cannot be shown: what, why, the way on. */
export function Exception({
  title,
  text,
  children,
}: {
  title: string
  text: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="exception-sheet">
      <StateNote title={title} text={text}>
        {children}
        <Link to={homePath}>
          <Button type="primary">返回首页</Button>
        </Link>
      </StateNote>
    </div>
  )
}
