import { lazyPage } from '../../lazy-page.ts'

export const ScreenPage = lazyPage(() => import('./ScreenPage.tsx'))
