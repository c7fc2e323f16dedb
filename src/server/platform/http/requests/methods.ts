import type { FastifyInstance } from 'fastify'

/** The methods of the routes at an address; empty when no route has it. */
export type MethodsAt = (path: string) => string[]

const buildPattern = (url: string): RegExp => {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+'
    return part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('/')}/?$`)
}

/** Collects every route that is declared from now on. */
export function collectMethods(app: FastifyInstance): MethodsAt {
  const routes: { url: string; methods: string[]; pattern?: RegExp }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ url, methods: [method].flat().filter((word) => word !== 'HEAD') })
  })
  return (path) => {
    const methods = routes.flatMap((route) => {
      route.pattern ??= buildPattern(route.url)
      return route.pattern.test(path) ? route.methods : []
    })
    return [...new Set(methods)]
  }
}
