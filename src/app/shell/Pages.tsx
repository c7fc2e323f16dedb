import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { Catalogue, Forbidden, NotFound } from '../../views/index.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { homePath } from '../guard.ts'
import { Pending } from '../progress.tsx'
import { MenuPageView } from './MenuPageView.tsx'
import { type MenuPage, redirectsOf } from './menu.ts'
import { menuAtom } from './tabs/state.ts'

/** A failing page fails alone, and the next page starts clean. */
const boxed = (key: string, page: ReactNode) => (
  <ErrorBoundary key={key}>
    <Suspense fallback={<Pending />}>{page}</Suspense>
  </ErrorBoundary>
)

/** The routes of the user's menu; any other address is none. */
export function Pages({ pages }: { pages: readonly MenuPage[] }) {
  const { menu } = useAtomValue(menuAtom)
  return (
    <Routes>
      <Route path="/" element={<Navigate to={homePath} replace />} />
      {pages.map((page) => (
        <Route key={page.path} path={page.path} element={boxed(page.path, <MenuPageView page={page} />)} />
      ))}
      {redirectsOf(menu).map(({ path, to }) => (
        <Route key={path} path={path} element={<Navigate to={to} replace />} />
      ))}
      <Route path="/example/bench" element={boxed('/example/bench', <Catalogue />)} />
      <Route path="/403" element={boxed('/403', <Forbidden />)} />
      <Route path="/404" element={boxed('/404', <NotFound />)} />
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  )
}
