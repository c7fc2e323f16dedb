import { useQuery } from '@tanstack/react-query'
import { indexQuery } from '#runtime/data/documents.ts'
import { resolveComponent } from '#runtime/resolve/component.ts'
import { LoadFailure } from '#runtime/ui/LoadFailure.tsx'
import { ModuleNotFound } from '#views/exception/ModuleNotFound.tsx'
import { Frame, viewNames, views } from '#views/index.ts'
import { http } from '../session/http.ts'
import type { MenuPage } from './menu.ts'
import { OnlinePage } from './OnlinePage.tsx'
import { ScreenPage } from './screen-page.ts'

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
  if (resolved.kind === 'online')
    return <OnlinePage component={node.component} list={resolved.list} code={resolved.code} index={index} />
  if (resolved.kind === 'frame') return <Frame title={node.meta.title} url={resolved.url} />
  const View = resolved.kind === 'view' ? views[resolved.name] : undefined
  if (View) return <View />
  const tried = resolved.kind === 'missing' ? resolved.tried : [`src/views/${node.component}`]
  return <ModuleNotFound component={node.component} tried={tried} />
}
