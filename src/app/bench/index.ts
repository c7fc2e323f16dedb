import { lazyPage } from '../lazy-page.ts'

const isBench = document.querySelector<HTMLMetaElement>('meta[name="bench"]')?.content === '1'

/** The measuring pages; there are none unless the server was started with BENCH=1, and then they ask for no sign-in. */
export const BenchShell = isBench ? lazyPage(() => import('./BenchShell.tsx')) : null
