import { defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The versions of a record. */
export const dataLogModule = defineClientModule({
  actionViews: {
    'data-compare': lazyPart(async () => (await import('./DataCompare.tsx')).DataCompare),
  },
})
