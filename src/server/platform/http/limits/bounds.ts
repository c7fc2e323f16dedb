import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { defineRefusals } from '../refusals.ts'
import { findExcess, type JsonBounds } from './json-bounds.ts'

const MB = 1024 * 1024

/** Maximum bytes of a body without a token, enough for signing in and registering. Also for unknown paths. */
export const MAX_PUBLIC_BODY = 64 * 1024

/**
 * Maximum bytes of a body with a token. A bill with 5,000 rows of 12 columns is about 2 MB: each cell is a key, a value of some
 * 15 characters and punctuation, about 30 bytes, and twice that when every text is Chinese.
 */
export const MAX_BODY = 4 * MB

/** Maximum bytes of a body with an uploaded file, including the form around it. */
export const maxUploadBody = ({ uploadMaxMb }: Pick<Config, 'uploadMaxMb'>): number =>
  uploadMaxMb * MB + 64 * 1024

const MAX_DEPTH = 32
const PUBLIC_JSON: JsonBounds = { depth: MAX_DEPTH, values: 1000 }
/** The same bill has 65,000 values. */
const JSON_BOUNDS: JsonBounds = { depth: MAX_DEPTH, values: 200_000 }

const refuseSize = defineRefusals(
  {
    BODY_TOO_LARGE: '提交的内容超过{size}限制，请压缩或分批提交',
    JSON_TOO_MANY_VALUES: '提交的数据超过{max}项，请分批提交',
  },
  'TOO_LARGE',
)
const refuseDepth = defineRefusals({ JSON_TOO_DEEP: '提交的数据超过{max}层，不能识别' }, 'BAD_PARAMETER')

const isPublic = (request: FastifyRequest): boolean =>
  request.is404 || request.routeOptions.config.access === 'public'

/** Decides by the headers alone, so that a refused body is not read. */
async function checkHeaders({ headers, routeOptions }: FastifyRequest): Promise<void> {
  const encoding = headers['content-encoding']
  // A compressed body would be limited by its packed size only; no client of the product sends one.
  if (encoding !== undefined && encoding !== 'identity') throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()
  const limit = routeOptions.bodyLimit
  if (Number(headers['content-length'] ?? 0) <= limit) return
  const size = limit < MB ? `${limit / 1024}KB` : `${Math.floor(limit / MB)}MB`
  throw refuseSize('BODY_TOO_LARGE', { values: { size } })
}

function checkJson(request: FastifyRequest, text: string): void {
  const bounds = isPublic(request) ? PUBLIC_JSON : JSON_BOUNDS
  const excess = findExcess(text, bounds)
  if (excess === 'depth') throw refuseDepth('JSON_TOO_DEEP', { values: { max: bounds.depth } })
  if (excess === 'values') throw refuseSize('JSON_TOO_MANY_VALUES', { values: { max: bounds.values } })
}

/**
 * Limits every body by its route's declaration: MAX_PUBLIC_BODY (the server's own `bodyLimit`) without a token, MAX_BODY
 * with one, and the route's `bodyLimit` for uploads and imports. Must be added before any route.
 */
export function addBounds(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access !== 'public') route.bodyLimit ??= MAX_BODY
  })
  app.addHook('preParsing', checkHeaders)

  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // DELETE and POST without a body may still have the header: an empty body is valid.
    if (body === '') return done(null, undefined)
    checkJson(request, body)
    void parseJson(request, body, done)
  })
}
