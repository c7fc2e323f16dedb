import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { homePath } from '#client/guard.ts'
import { listRedirects, pageAt } from '#client/menu/menu.ts'
import { menuAtom } from '#client/menu/menu-state.ts'
import { http } from '#client/session/http.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { Catalogue } from '#views/catalogue/module.ts'
import { Forbidden, NotFound } from '#views/exception/pages.ts'
import { Pending } from '../../progress.tsx'
import { MenuPageView } from './MenuPageView.tsx'

const awaited = (key: string, page: ReactNode) => (
  <Suspense key={key} fallback={<Pending />}>
    {page}
  </Suspense>
)

/** The page of the menu at the address; the router matches its routes again on every change of the address. */
export function Pages() {
  const { pages } = useAtomValue(menuAtom)
  const page = pageAt(pages, useLocation().pathname)
  if (!page) return <OtherPages />
  return (
    <Routes>
      <Route path={page.path} element={awaited(page.path, <MenuPageView page={page} />)} />
    </Routes>
  )
}

/** The pages that exist whether or not the menu contains them; any other address is unknown. */
function OtherPages() {
  const { menu } = useAtomValue(menuAtom)
  return (
    <Routes>
      <Route path="/" element={<Navigate to={homePath} replace />} />
      {listRedirects(menu).map(({ path, to }) => (
        <Route key={path} path={path} element={<Navigate to={to} replace />} />
      ))}
      <Route path="/example/bench" element={awaited('/example/bench', <Catalogue />)} />
      <Route path="/403" element={awaited('/403', <Forbidden />)} />
      <Route path="/404" element={awaited('/404', <NotFound />)} />
      <Route path="*" element={<UnknownAddress />} />
    </Routes>
  )
}

/** The id of a document leads to the address of its menu entry (`/system/role`); any other address has no page. */
function UnknownAddress() {
  const { pathname, search } = useLocation()
  const { data: index, isError } = useQuery({ ...indexQuery(http), retry: false })
  if (!index && !isError) return <Pending />
  const path = index?.find(({ id }) => `/${id}` === pathname)?.path
  const isElsewhere = path !== undefined && path !== pathname
  return <Navigate to={isElsewhere ? `${path}${search}` : '/404'} state={{ from: pathname }} replace />
}
