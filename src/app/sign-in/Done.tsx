import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { userPaths } from '../guard.ts'

/** What has been done, in one line that is read out, and the way to the sign-in page. */
export function Done({ text, children }: { text: string; children?: ReactNode }) {
  const { search } = useLocation()
  const line = useRef<HTMLHeadingElement>(null)
  useEffect(() => line.current?.focus(), [])
  return (
    <div className="done">
      <h2 ref={line} tabIndex={-1}>
        {text}
      </h2>
      {children}
      <Link className="submit" to={userPaths.login + search}>
        返回登录
      </Link>
    </div>
  )
}
