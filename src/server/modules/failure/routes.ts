import Type from 'typebox'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'

const FailureBody = Type.Object(
  { text: Type.String({ maxLength: 500 }), place: Type.String({ maxLength: 300 }) },
  { additionalProperties: false },
)
type FailureBody = Type.Static<typeof FailureBody>

/** What failed in somebody's page goes into the log; the answer is the number it can be found by. */
export const failureRoutes: Plugin<unknown> = (app) => {
  app.route<{ Body: FailureBody }>({
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
