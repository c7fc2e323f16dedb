import { useQuery } from '@tanstack/react-query'
import { lazyPage } from '#client/lazy-page.ts'
import type { MenuPage } from '#client/menu/menu.ts'
import { useClientParts } from '#client/modules/client-parts.ts'
import { http } from '#client/session/http.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { resolveComponent } from '#runtime/resolve/component.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { ModuleNotFound } from '#views/exception/ModuleNotFound.tsx'
import { ScreenPage } from './screen-page.ts'

// Few entries name a screen by its table, so this component is a separate chunk.
const OnlinePage = lazyPage(() => import('./OnlinePage.tsx'))
/** Pages of other systems in a frame (`layouts/IframePageView`). */
const Frame = lazyPage(() => import('#views/frame/FramePage.tsx'))

/** Draws a menu entry: a document, a hand-written view, or the page that names the missing module. */
export function MenuPageView({ page: { node, path } }: { page: MenuPage }) {
  const { pages } = useClientParts()
  const { data: index, error, refetch } = useQuery({ ...indexQuery(http), retry: false })
  if (!index) {
    if (!error) return null
    return <LoadFailure title="界面目录没有加载出来" error={error} onRetry={refetch} />
  }
  const target = { path, component: node.component, url: node.meta.url }
  const resolved = resolveComponent(target, index, pages)
  if (resolved.kind === 'screen') return <ScreenPage id={resolved.id} />
  if (resolved.kind === 'online' || resolved.kind === 'onlineRecord' || resolved.kind === 'onlineReport')
    return <OnlinePage target={resolved} component={node.component} index={index} />
  if (resolved.kind === 'frame') return <Frame title={node.meta.title} url={resolved.url} />
  const View = resolved.kind === 'view' ? pages.get(resolved.name) : undefined
  if (View) return <View />
  const tried = resolved.kind === 'missing' ? resolved.tried : [`src/views/${node.component}`]
  return <ModuleNotFound component={node.component} tried={tried} />
}
