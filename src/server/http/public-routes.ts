/** The only routes that answer without a token ; the app's files answer without one too (files.ts). */
export const publicRoutes: ReadonlySet<string> = new Set([
  'POST /sys/login',
  'POST /sys/logout',
  'GET /sys/randomImage/:key',
  'GET /sys/common/static/*',
  'GET /healthz',
])
