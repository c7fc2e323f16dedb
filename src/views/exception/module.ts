import { lazyPage } from '#client/lazy-page.ts'
import { defineClientModule } from '#client/modules/client-module.ts'

export const Forbidden = lazyPage(() => import('./Forbidden.tsx'))
export const NotFound = lazyPage(() => import('./NotFound.tsx'))

/** The pages of errors. */
export const exceptionModule = defineClientModule({
  pages: {
    'exception/403': Forbidden,
    'exception/404': NotFound,
    'exception/500': lazyPage(() => import('./ServerError.tsx')),
  },
})
