import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { matchPath, useLocation } from 'react-router-dom'
import { pageAt } from '#client/menu/menu.ts'
import { menuAtom } from '#client/menu/menu-state.ts'
import { useClientParts } from '#client/modules/client-parts.ts'
import { http } from '#client/session/http.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { resolveComponent } from '#runtime/resolve/component.ts'
import { onlineQuery } from '../pages/online-query.ts'

/** What the visible page shows: a document by its id, the designer, or a view by the name that the menu gives it. */
export type PageTarget =
  | { kind: 'document'; id: string }
  | { kind: 'view'; name: string }
  | { kind: 'waiting' }

/** The target of the visible page, found as the page itself finds it. */
export function usePageTarget(): PageTarget {
  const { pathname, search } = useLocation()
  const { pages } = useAtomValue(menuAtom)
  const parts = useClientParts()
  const page = pageAt(pages, pathname)
  const { data: index, isPending } = useQuery({ ...indexQuery(http), retry: false })
  const resolved =
    page &&
    index &&
    resolveComponent(
      { path: page.path, component: page.node.component, url: page.node.meta.url },
      index,
      parts.pages,
    )
  const params = (page && matchPath(page.path, pathname)?.params) ?? {}
  const named = resolved && 'name' in resolved ? resolved.name : ''
  const name = named.startsWith(':') ? (params[named.slice(1)] ?? '') : named
  const isRecords = resolved?.kind === 'online' || resolved?.kind === 'onlineRecord'
  const { data: online, isLoading } = useQuery({ ...onlineQuery(name), enabled: isRecords })
  if (isPending || isLoading) return { kind: 'waiting' }
  if (resolved?.kind === 'screen') {
    const isDesign = /^(online|bpm)\//.test(resolved.id) && new URLSearchParams(search).has('design')
    return isDesign ? { kind: 'view', name: 'designer' } : { kind: 'document', id: resolved.id }
  }
  const id =
    resolved?.kind === 'onlineReport'
      ? index?.find((entry) => entry.code === name || entry.id === name.replace('.', '/'))?.id
      : online?.id
  if (id !== undefined) return { kind: 'document', id }
  return { kind: 'view', name: resolved?.kind === 'view' ? resolved.name : '' }
}
