import { type BlockWidget, defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The bills that wait for the user. */
export const inboxModule = defineClientModule({
  blockWidgets: { inbox: lazyPart(async () => (await import('./Inbox.tsx')).Inbox as BlockWidget) },
})
