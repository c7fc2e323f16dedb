import Type from 'typebox'
import type { BaseServices } from '../../app/services.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'

const FailureBody = Type.Object(
  { text: Type.String({ maxLength: 500 }), place: Type.String({ maxLength: 300 }) },
  { additionalProperties: false },
)
type FailureBody = Type.Static<typeof FailureBody>

/** Logs a failure in a user's page; the answer contains its number in the log. */
export const failureRoutes: Plugin<BaseServices> = (app) => {
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
