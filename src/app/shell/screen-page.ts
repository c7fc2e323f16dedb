import { lazyPage } from '../lazy-page.ts'

export const importScreens = () => import('./ScreenPage.tsx')
export const ScreenPage = lazyPage(importScreens)
