import fastify from 'fastify'
import Type from 'typebox'
import { expect, it } from 'vitest'
import '#server/platform/http/route.ts'

it('parts of a request have the types of the schemas of their route', async () => {
  const app = fastify()
  const schema = {
    params: Type.Object({ id: Type.String() }),
    querystring: Type.Object({ size: Type.Optional(Type.Integer()) }),
    body: Type.Object({ names: Type.Array(Type.String()) }),
  }
  app.post('/items/:id', { config: { access: 'public' }, schema }, async ({ params, query, body }) => {
    const size: number | undefined = query.size
    // @ts-expect-error: the schema has no such key
    const missing: unknown = body.missing
    // @ts-expect-error: the schema says an array of texts
    const names: number[] = body.names
    return { id: params.id.toUpperCase(), size, names, isMissing: missing === undefined }
  })
  // @ts-expect-error: without a schema the type of a part is unknown
  app.post('/other', { config: { access: 'public' } }, async ({ body }) => body.names)
  const answer = await app.inject({ method: 'POST', url: '/items/a?size=3', payload: { names: ['x'] } })
  expect(answer.json()).toEqual({ id: 'A', size: 3, names: ['x'], isMissing: true })
  await app.close()
})
