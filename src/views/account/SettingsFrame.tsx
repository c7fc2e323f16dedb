import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink } from 'react-router-dom'
import { menuAtom } from '#client/menu/menu-state.ts'
import { AppRuntime } from '#client/runtime/AppRuntime.tsx'
import { NamedIcon } from '#runtime/ui/icons/NamedIcon.tsx'
import '#runtime/screens/form/form.css'
import './account.css'

/** The pages of personal settings beside the open one; above it on phones. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const pages = useAtomValue(menuAtom).pages.filter(({ path }) => path.startsWith('/account/settings/'))
  const nav = useRef<HTMLElement>(null)
  // On a phone the names form a row that is longer than the window.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <AppRuntime>
      <div className="view-settings-frame">
        <nav ref={nav} aria-label="个人设置">
          {pages.map(({ path, node }) => (
            <NavLink key={path} to={path}>
              <NamedIcon name={node.meta.icon ?? 'setting'} />
              {node.meta.title}
            </NavLink>
          ))}
        </nav>
        {children}
      </div>
    </AppRuntime>
  )
}

/** A page of settings without a form. */
export const SettingsSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="pro-form-page" aria-label={title}>
    <header>
      <h1>{title}</h1>
    </header>
    <div className="pro-form-page-body">{children}</div>
  </section>
)
