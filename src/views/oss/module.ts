import { defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The screen of all uploaded files. */
export const ossModule = defineClientModule({
  actionViews: {
    'file-preview': lazyPart(async () => (await import('./StoredFile.tsx')).StoredFile),
  },
})
