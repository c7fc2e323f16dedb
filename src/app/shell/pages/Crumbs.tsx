import { Link } from 'react-router-dom'
import { homePath } from '#client/guard.ts'
import { welcome } from '#client/institution.ts'
import { findTarget, type MenuPage } from '#client/menu/menu.ts'

interface Crumb {
  key: string
  title: string
  /** An entry with a page is a link. */
  to?: string | null
}

interface Props {
  page?: MenuPage
  /** The header is too narrow for the welcome line. */
  isWelcoming: boolean
}

/** Starts at home; the current page is plain text. */
export function Crumbs({ page, isWelcoming }: Props) {
  if (page?.node.meta.hiddenHeaderContent) return null
  const isHome = page?.path === homePath
  const crumbs: Crumb[] = [{ key: 'home', title: '首页', to: isHome ? null : homePath }]
  for (const parent of page?.parents ?? []) {
    const to = findTarget(parent)
    // A link to the current page would lead nowhere.
    crumbs.push({ key: parent.id, title: parent.meta.title, to: to === page?.path ? null : to })
  }
  if (page && !isHome) crumbs.push({ key: page.node.id, title: page.node.meta.title })
  return (
    <div className="app-crumbs">
      <nav aria-label="面包屑">
        <ol>
          {crumbs.map(({ key, title, to }, at) => (
            <li key={key} aria-current={at === crumbs.length - 1 ? 'page' : undefined}>
              {to ? <Link to={to}>{title}</Link> : title}
            </li>
          ))}
        </ol>
      </nav>
      {isWelcoming && <span className="app-welcome">{welcome}</span>}
    </div>
  )
}
