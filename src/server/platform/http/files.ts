import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiPaths } from '#runtime/schema/names/api-paths.ts'
import type { Config } from '../config.ts'
import { sendUnknownPath, sendWrongMethod } from './errors.ts'
import { escapeHtml } from './escape-html.ts'
import { keptFolder } from './kept-assets.ts'
import { collectMethods } from './requests/methods.ts'
import { stripPrefix } from './route.ts'

/** The names of the built app's files; other names are never looked up on the disk. */
function listFiles(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  return new Set(names.filter((name) => !/\.(br|gz|map)$/.test(name) && !name.includes('/.')))
}

/** A file of the pages of another version. */
const KEPT = /^\/assets\/([\w-][\w.-]*)$/

const getPath = (request: FastifyRequest): string => request.originalUrl.split('?', 1)[0] ?? '/'

/** An address that is no page for a program: a path of the API, or the name of a file. */
const isNoPage = (path: string): boolean =>
  /\.[a-z0-9]+$/i.test(path) ||
  apiPaths.some((start) => path === `/${start}` || path.startsWith(`/${start}/`))

/**
 * An address of the app outside the API's prefix: typed or reloaded in a browser, or requested by a program that
 * accepts any type, such as a health check or a link preview. A script's or an API client's miss stays a 404.
 */
function wantsPage({ headers }: FastifyRequest, path: string, hasRoute: boolean): boolean {
  if (stripPrefix(path) !== path) return false
  const accept = headers.accept?.trim() ?? '*/*'
  return accept.includes('text/html') || (accept === '*/*' && !hasRoute && !isNoPage(path))
}

/** The app's page with the name of this installation in its head. */
function readPage(file: string, config: Config): string | null {
  if (!existsSync(file)) return null
  const names: Record<string, string> = {
    institution: config.institution,
    'product-title': config.productTitle,
    'short-title': config.shortTitle,
    bench: config.bench ? '1' : '',
  }
  return readFileSync(file, 'utf8')
    .replace(/<meta name="([a-z-]+)" content="[^"]*"/g, (tag, name: string) =>
      name in names ? `<meta name="${name}" content="${escapeHtml(names[name] ?? '')}"` : tag,
    )
    .replace(/<title>[^<]*<\/title>/, `<title>${escapeHtml(config.institution)}</title>`)
}

/** Names the build of the pages by the file that they begin with; undefined without a build. */
export function readBuild({ root }: Pick<Config, 'root'>): string | undefined {
  const file = join(root, 'dist/app/index.html')
  if (!existsSync(file)) return undefined
  return /<script type="module" crossorigin src="\/assets\/([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1]
}

/** Answers requests without a route: a file of the app, a page of the app, or a refusal in the envelope. */
export function addFiles(app: FastifyInstance, config: Config): void {
  const folder = join(config.root, 'dist/app')
  // A server for a trial, or for a test, is asked for no file, and to list two thousand takes 20 ms.
  let files: Set<string> | undefined
  const isFile = (path: string): boolean => {
    files ??= listFiles(folder)
    return files.has(path)
  }
  const page = readPage(join(folder, 'index.html'), config)
  app.register(fastifyStatic, {
    root: existsSync(folder) ? folder : config.root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })
  const methodsAt = collectMethods(app)
  app.setNotFoundHandler((request, reply) => {
    const path = getPath(request)
    const methods = methodsAt(stripPrefix(path))
    const hasRoute = methods.length > 0
    const refuse = () => (hasRoute ? sendWrongMethod(request, reply, methods) : sendUnknownPath(reply))
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse()
    if (path !== '/index.html' && isFile(path)) {
      const hashed = path.startsWith('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      return reply.sendFile(path)
    }
    const [, name] = KEPT.exec(path) ?? []
    if (name !== undefined && existsSync(join(keptFolder(config), name))) {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return reply.sendFile(name, keptFolder(config))
    }
    if (page !== null && wantsPage(request, path, hasRoute)) {
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
    }
    return refuse()
  })
}
