import type { FastifyInstance } from 'fastify'
import type { Reply } from './resources/test-server.ts'

/** Sends a request with the user's token to the server, without a socket. */
export const asking =
  (app: FastifyInstance, tokens: ReadonlyMap<string, string>) =>
  async (
    who: string,
    url: string,
    query: Record<string, string> = {},
  ): Promise<Reply & { text: string; bytes: Buffer }> => {
    const answer = await app.inject({
      method: 'GET',
      url: `/jeecg-boot${url}`,
      query,
      headers: { 'x-access-token': tokens.get(who) ?? '' },
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      // An answer other than JSON is a file: its tests read the text.
      body: isJson ? answer.json<Reply['body']>() : ({} as Reply['body']),
      text: answer.body,
      bytes: answer.rawPayload,
      headers: answer.headers,
    }
  }
