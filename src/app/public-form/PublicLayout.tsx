import { type ReactNode, useEffect } from 'react'
import { institution, pageTitle } from '#client/institution.ts'
import { useOnline } from '../sign-in/useOnline.ts'
import '../sign-in/sign-in.css'
import './public-form.css'

/** The frame of the pages for people without an account. */
export function PublicLayout({ title, children }: { title: string; children: ReactNode }) {
  const isOnline = useOnline()
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  return (
    <div className="app-sign-in app-public">
      <main>
        <p className="app-subtitle">{institution}</p>
        <h1>{title}</h1>
        {children}
      </main>
      <p className="app-offline" role="status">
        {!isOnline && '网络已断开，填写的内容还在，连接后再提交'}
      </p>
    </div>
  )
}
