import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ok } from '../../platform/http/envelope.ts'
import type { Access } from '../../platform/http/route.ts'
import type { FieldPlace } from '../field-places.ts'

/** Without a code the list is empty. */
const UsesQuery = Type.Object({ ruleCode: Type.Optional(Type.String({ maxLength: 100 })) })

/** The list of the fields that use the rule with the code `ruleCode`. */
export function ruleUsesRoute(
  app: FastifyInstance,
  url: string,
  access: Access,
  listUses: (ruleCode: string) => Promise<FieldPlace[]>,
): void {
  app.get(
    url,
    { config: { access }, schema: { querystring: UsesQuery } },
    async ({ query: { ruleCode } }) => {
      const places = ruleCode ? await listUses(ruleCode) : []
      return ok(
        places.map(({ screen, screenTitle, field, fieldTitle }) => ({
          id: `${screen}#${field}`,
          screen,
          screenTitle,
          fieldTitle,
        })),
      )
    },
  )
}
