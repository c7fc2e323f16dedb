import Type from 'typebox'
import { ok } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { designWrite } from '../../design/interface.ts'
import { type TrialServices, tryMessages } from './trial.ts'

export type { TrialServices } from './trial.ts'

const TrialBody = Type.Object(
  {
    /** The draft of the screen. */
    document: Type.Record(Type.String(), Type.Unknown()),
    /** The id under which the screen is served. */
    screen: Type.String({ minLength: 3, maxLength: 120 }),
    record: Type.String({ minLength: 1, maxLength: 64 }),
    /** `add`, `edit`, `remove`, `date`, or `move` with the code of the move. */
    change: Type.String({ pattern: '^(add|edit|remove|date|move [A-Za-z]\\w{0,63})$' }),
    /** Values that the record had before; the others were as they are. */
    before: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), { maxProperties: 50 })),
  },
  { additionalProperties: false },
)

/** The trial of the messages of a draft. */
export const trialRoutes: Plugin<TrialServices> = (app, services) =>
  app.route({
    method: 'POST',
    url: '/design/then/try',
    config: { access: designWrite, reads: true },
    schema: { body: TrialBody },
    handler: async ({ body, user }) => ok(await tryMessages(services, user, body)),
  })
