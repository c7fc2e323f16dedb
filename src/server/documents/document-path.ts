import type { FastifyRequest } from 'fastify'
import Type from 'typebox'

/** The part of an address that names a document: `:group/:name`. */
export const DocumentPath = Type.Object({
  group: Type.String({ maxLength: 64 }),
  name: Type.String({ maxLength: 64 }),
})

/** The id of the document that the address of a request names; also before the request is validated, for its access. */
export function readDocumentId(request: FastifyRequest): string {
  const { group, name } = request.params as Type.Static<typeof DocumentPath>
  return `${group}/${name}`
}
