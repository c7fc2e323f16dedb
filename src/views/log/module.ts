import { lazyPage } from '#client/lazy-page.ts'
import { defineClientModule } from '#client/modules/client-module.ts'

/** The logs. */
export const logModule = defineClientModule({
  pages: {
    'system/LogList': lazyPage(() => import('./LogPage.tsx')),
  },
})
