/** The ResizeObserver of the browser, for packages that carry one of their own (vite.config.ts). */
export const { ResizeObserver } = globalThis
export default ResizeObserver
