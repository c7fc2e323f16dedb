import { lazyPage } from '../../app/lazy-page.ts'

const isBench = document.querySelector<HTMLMetaElement>('meta[name="bench"]')?.content === '1'

/** The measuring page of `npm run bench`; there is none unless the server was started with BENCH=1. */
export const BenchPage = isBench ? lazyPage('bench', () => import('./BenchPage.tsx')) : null
