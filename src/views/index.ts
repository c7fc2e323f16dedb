import { lazyPage } from '../app/pages.ts'

/** The hand-written pages, by the component names of the menu. */
export const views: Readonly<Record<string, ReturnType<typeof lazyPage>>> = {
  'dashboard/Analysis': lazyPage('analysis', () => import('./dashboard/Analysis.tsx')),
}

export const viewNames: ReadonlySet<string> = new Set(Object.keys(views))
