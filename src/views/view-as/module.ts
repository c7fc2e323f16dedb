import { defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** A view of the application as another user. */
export const viewAsModule = defineClientModule({
  actionViews: {
    'view-as': lazyPart(async () => (await import('./ViewAs.tsx')).ViewAs),
  },
})
