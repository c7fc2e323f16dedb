import { lazyPage } from '#client/lazy-page.ts'
import { defineClientModule } from '#client/modules/client-module.ts'

/** Sample pages of results. */
export const resultModule = defineClientModule({
  pages: {
    'result/Success': lazyPage(() => import('./Success.tsx')),
    'result/Error': lazyPage(() => import('./Failure.tsx')),
  },
})
