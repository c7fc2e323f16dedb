import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Envelope, ok } from './envelope.ts'

/** The tags of results that are answered more than once; a result is never changed. */
const tags = new WeakMap<object, string>()

/** A weak ETag of the content. */
function tagOf(result: object): string {
  const cached = tags.get(result)
  if (cached !== undefined) return cached
  const digest = createHash('sha256').update(JSON.stringify(result)).digest('base64url')
  const tag = `W/"${digest.slice(0, 22)}"`
  tags.set(result, tag)
  return tag
}

/** Answers with an ETag, or with 304 and no body when the client names the same ETag in `If-None-Match`. */
export function sendTagged<T extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  result: T,
  message?: string,
): Envelope<T> | FastifyReply {
  const tag = tagOf(result)
  reply.header('etag', tag)
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : ok(result, message)
}
