import { lazyPage } from '#client/lazy-page.ts'

export const Forbidden = lazyPage(() => import('./Forbidden.tsx'))
export const NotFound = lazyPage(() => import('./NotFound.tsx'))
