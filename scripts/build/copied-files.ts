import type { Plugin } from 'vite'

const types: Record<string, string> = {
  js: 'text/javascript',
  json: 'application/json',
  xml: 'text/xml',
  jpg: 'image/jpeg',
}

/**
 * Serves files of a package below an address: a build copies them, the dev server reads them from the package. `list` returns
 * what reads them by public name.
 */
export const copiedFiles = (name: string, base: string, list: () => Map<string, () => Buffer>): Plugin => ({
  name,
  configureServer(server) {
    const files = list()
    server.middlewares.use((request, response, next) => {
      const [path = ''] = (request.url ?? '').split('?')
      const read = path.startsWith(`${base}/`) ? files.get(path.slice(base.length + 1)) : undefined
      if (!read) return next()
      response.setHeader('content-type', types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
      response.end(read())
    })
  },
  generateBundle() {
    if (this.environment.name !== 'client') return
    for (const [publicName, read] of list())
      this.emitFile({ type: 'asset', fileName: `${base.slice(1)}/${publicName}`, source: read() })
  },
})
