import { lazyPage } from '#client/lazy-page.ts'

const isBench = document.querySelector<HTMLMetaElement>('meta[name="bench"]')?.content === '1'

/** The measuring pages. They exist only when the server was started with BENCH=1, and require no sign-in. */
export const BenchShell = isBench ? lazyPage(() => import('./BenchShell.tsx')) : null
