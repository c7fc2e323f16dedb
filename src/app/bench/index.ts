import { lazyPage } from '../lazy-page.ts'

export const benchPath = '/example/bench/table'

const isBench = document.querySelector<HTMLMetaElement>('meta[name="bench"]')?.content === '1'

/** The measuring page; there is none unless the server was started with BENCH=1, and then it asks for no sign-in. */
export const BenchHouse = isBench ? lazyPage('bench', () => import('./BenchHouse.tsx')) : null
