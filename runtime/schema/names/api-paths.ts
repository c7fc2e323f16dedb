/** Beginnings of paths that belong to the API also without its prefix: never a page, never the id of a document. */
export const apiPaths = [
  'sys',
  'act/process',
  'schema',
  'resource',
  'online/cgform',
  'online/cgreport',
  'websocket',
  'vxeSocket',
  'api-docs',
  'healthz',
  'assets',
] as const
