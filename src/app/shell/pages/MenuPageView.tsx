import { useQuery } from '@tanstack/react-query'
import { indexQuery } from '#runtime/data/documents.ts'
import { resolveComponent } from '#runtime/resolve/component.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { ModuleNotFound } from '#views/exception/ModuleNotFound.tsx'
import { Frame, viewNames, views } from '#views/index.ts'
import { lazyPage } from '../../lazy-page.ts'
import { http } from '../../session/http.ts'
import type { MenuPage } from '../menu/menu.ts'
import { ScreenPage } from './screen-page.ts'

// Few entries name a screen by its table, so this component is a separate chunk.
const OnlinePage = lazyPage(() => import('./OnlinePage.tsx'))

/** Draws a menu entry: a document, a hand-written view, or the page that names the missing module. */
export function MenuPageView({ page: { node, path } }: { page: MenuPage }) {
  const { data: index, error, refetch } = useQuery({ ...indexQuery(http), retry: false })
  if (!index) {
    if (!error) return null
    return <LoadFailure title="界面目录没有加载出来" error={error} onRetry={refetch} />
  }
  const target = { path, component: node.component, url: node.meta.url }
  const resolved = resolveComponent(target, index, viewNames)
  if (resolved.kind === 'screen') return <ScreenPage id={resolved.id} />
  if (resolved.kind === 'online' || resolved.kind === 'onlineRecord' || resolved.kind === 'onlineReport')
    return <OnlinePage target={resolved} component={node.component} index={index} />
  if (resolved.kind === 'frame') return <Frame title={node.meta.title} url={resolved.url} />
  const View = resolved.kind === 'view' ? views[resolved.name] : undefined
  if (View) return <View />
  const tried = resolved.kind === 'missing' ? resolved.tried : [`src/views/${node.component}`]
  return <ModuleNotFound component={node.component} tried={tried} />
}
