/** The only routes that answer without a token (decisions: "Routes without a token"). */
export const publicRoutes: ReadonlySet<string> = new Set([
  'POST /sys/login',
  'POST /sys/logout',
  'GET /sys/randomImage/:key',
  'GET /sys/common/static/*',
  'GET /healthz',
  // The app's own files and its pages.
  'GET /*',
])
