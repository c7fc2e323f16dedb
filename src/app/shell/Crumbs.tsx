import { Breadcrumb } from 'antd'
import { Link } from 'react-router-dom'
import { homePath } from '../guard.ts'
import { welcome } from '../institution.ts'
import type { MenuPage } from './menu.ts'

interface Props {
  page?: MenuPage
  /** The header has no room for the welcome line. */
  isWelcoming: boolean
}

/** Begins at home; what has a page is a link, the current one plain text. */
export function Crumbs({ page, isWelcoming }: Props) {
  if (page?.node.meta.hiddenHeaderContent) return null
  const isHome = page?.path === homePath
  const parents = page?.parents.map(({ id, redirect, meta }) => ({
    key: id,
    title: redirect ? <Link to={redirect}>{meta.title}</Link> : meta.title,
  }))
  const here = page && !isHome ? [{ key: page.node.id, title: page.node.meta.title }] : []
  return (
    <div className="crumbs">
      <nav aria-label="面包屑">
        <Breadcrumb
          items={[
            { key: 'home', title: isHome ? '首页' : <Link to={homePath}>首页</Link> },
            ...(parents ?? []),
            ...here,
          ]}
        />
      </nav>
      {isWelcoming && <span className="welcome">{welcome}</span>}
    </div>
  )
}
