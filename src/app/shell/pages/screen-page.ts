import { lazyPage } from '#client/lazy-page.ts'

export const ScreenPage = lazyPage(() => import('./ScreenPage.tsx'))
