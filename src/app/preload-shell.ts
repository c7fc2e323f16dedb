/** Loads the layout and its modules; called in advance on the sign-in page. */
export const preloadShell = () => import('./shell/AppShell.tsx')
