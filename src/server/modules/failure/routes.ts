import Type from 'typebox'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'

const FailureBody = Type.Object(
  { text: Type.String({ maxLength: 500 }), place: Type.String({ maxLength: 300 }) },
  { additionalProperties: false },
)

/** Logs an error of a page; the answer is the request id, by which the log entry can be found. */
export const failureRoutes: Plugin<unknown> = (app) => {
  app.route({
    method: 'POST',
    url: '/sys/failure',
    config: { access: 'self' },
    schema: { body: FailureBody },
    handler: async ({ id, log, user, body: { text, place } }) => {
      log.warn({ username: user.username, text, place }, 'failed in a page')
      return ok(id)
    },
  })
}
