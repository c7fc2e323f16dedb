/** The layout and all it brings; also fetched ahead, while somebody signs in. */
export const preloadShell = () => import('./shell/AppShell.tsx')
