import { defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** What the buttons of the list of menu entries open. */
export const menuActionsModule = defineClientModule({
  actionViews: {
    'menu-rules': lazyPart(async () => (await import('./MenuRules.tsx')).MenuRules),
    'menu-removal': lazyPart(async () => (await import('./MenuRemoval.tsx')).MenuRemoval),
  },
})
