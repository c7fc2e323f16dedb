import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'

const common = { allErrors: false, strictTypes: false, useDefaults: true, removeAdditional: false } as const

/**
 * Fastify's own setting drops extra keys and takes "3" for 3. Here a body is judged as it was sent, and
 * only what travels as text anyway (query, path, headers) is read as the type the schema asks for.
 */
export function addValidators(app: FastifyInstance): void {
  const strict = new Ajv({ ...common, coerceTypes: false })
  const coerced = new Ajv({ ...common, coerceTypes: true })
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? strict : coerced).compile(schema as object),
  )
}
