import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Envelope, ok } from './envelope.ts'

/** A weak ETag of the content. */
const tagOf = (result: unknown): string =>
  `W/"${createHash('sha256').update(JSON.stringify(result)).digest('base64url').slice(0, 22)}"`

/** Answers with an ETag, or with 304 and no body when the client names the same ETag in `If-None-Match`. */
export function sendTagged<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  result: T,
  message?: string,
): Envelope<T> | FastifyReply {
  const tag = tagOf(result)
  reply.header('etag', tag)
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : ok(result, message)
}
