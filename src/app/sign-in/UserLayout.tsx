import { type ReactNode, useEffect } from 'react'
import { institution, pageTitle, productTitle, releaseDate, version } from '#client/institution.ts'
import { BrandPanel, BrandStrip } from './BrandPanel.tsx'
import { useOnline } from './useOnline.ts'
import './sign-in.css'

interface Props {
  title: string
  children: ReactNode
  /** At the bottom of the page, below the form. */
  aside?: ReactNode
}

/** The layout around pages without sign-in, drawn as an open book with the page on its left half. */
export function UserLayout({ title, children, aside }: Props) {
  const isOnline = useOnline()
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  return (
    <div className="app-sign-in">
      <main className="app-frame">
        <section className="app-form-leaf">
          <div className="app-page">
            <h1>{title}</h1>
            <p className="app-subtitle">
              {institution}
              {productTitle}
            </p>
            {children}
          </div>
          {aside}
        </section>
        <BrandStrip />
        <BrandPanel />
      </main>
      <footer>
        <span>{institution}</span>
        <span>版本 {version}</span>
        <span>{releaseDate}</span>
        <span className="app-offline" role="status">
          {!isOnline && '网络已断开，连接后即可继续'}
        </span>
      </footer>
    </div>
  )
}
