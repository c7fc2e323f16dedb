import type { ClientParts } from '#client/modules/client-parts.ts'
import { collectModules } from '#client/modules/collect-modules.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { firstModules } from './first-modules.ts'

const { pages, widgets, blockWidgets, handlers, recordDialogs } = collectModules(firstModules)

/** What the application adds to menus and documents. */
export const clientParts: ClientParts = {
  pages,
  widgets,
  blockWidgets,
  DarkLook: lazyPart(async () => (await import('./DarkLook.tsx')).DarkLook),
  handlers,
  recordDialogs,
  ActionView: lazyPart(async () => (await import('./ActionView.tsx')).ActionView),
  documentTools: [
    {
      needs: 'system:quartz-job:add',
      Part: lazyPart(async () => (await import('./MailTool.tsx')).MailTool),
    },
    {
      needs: 'design:read',
      Part: lazyPart(async () => (await import('#designer/source/SourceTool.tsx')).SourceTool),
    },
  ],
}
