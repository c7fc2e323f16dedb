import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ok } from '../envelope.ts'

/** The texts and tags of results that are answered more than once; a result is never changed. */
const written = new WeakMap<object, { text: string; tag: string }>()

/** The JSON text of a result, and a weak ETag of it. */
function buildText(result: object): { text: string; tag: string } {
  const cached = written.get(result)
  if (cached) return cached
  const text = JSON.stringify(result)
  const digest = createHash('sha256').update(text).digest('base64url')
  const entry = { text, tag: `W/"${digest.slice(0, 22)}"` }
  written.set(result, entry)
  return entry
}

/** Answers with an ETag, or with 304 and no body when the client names the same ETag in `If-None-Match`. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  result: object,
  message?: string,
): FastifyReply {
  const { text, tag } = buildText(result)
  reply.header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  // The envelope of `ok`, around the text of its result.
  const empty = JSON.stringify(ok(null, message))
  return reply
    .type('application/json; charset=utf-8')
    .send(empty.replace('"result":null', () => `"result":${text}`))
}
