import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { userPaths } from '#client/guard.ts'

/** A completed action in one line for screen readers too, and the link to the sign-in page. */
export function Done({ text, children }: { text: string; children?: ReactNode }) {
  const { search } = useLocation()
  const line = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    line.current?.focus()
  }, [])
  return (
    <div className="app-done">
      <h2 ref={line} tabIndex={-1}>
        {text}
      </h2>
      {children}
      <Link className="app-submit" to={userPaths.login + search}>
        返回登录
      </Link>
    </div>
  )
}
