import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'

const common = { allErrors: false, strictTypes: false, useDefaults: true, removeAdditional: false } as const

// Of the whole process: Ajv keeps what it compiled for a schema, so a second server compiles no shared schema again.
const strict = new Ajv({ ...common, coerceTypes: false })
const coerced = new Ajv({ ...common, coerceTypes: true })

const isEndless = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isEndless) : value === Infinity || value === -Infinity

/** Ajv converts a text such as 1e309 to a number without an end, and checks it no more. */
function findEndless(value: unknown) {
  const [key] = Object.entries(Object(value)).find(([, part]) => isEndless(part)) ?? []
  if (key === undefined) return null
  return [
    { keyword: 'type', instancePath: `/${key}`, schemaPath: '', params: { type: 'number' }, message: '' },
  ]
}

/** Compiles a schema for its first value: a start would spend a second on hundreds of schemas. */
function compileLate(ajv: Ajv, schema: object) {
  let validate: ValidateFunction | undefined
  return (value: unknown) => {
    validate ??= ajv.compile(schema)
    const errors = validate(value) ? findEndless(value) : validate.errors
    return errors === null || { error: errors ?? [] }
  }
}

/**
 * Fastify's default drops extra keys and accepts "3" for 3. Here a body is validated as sent, and
 * only text parts (query, path, headers) are converted to the type in the schema.
 */
export function addValidators(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) =>
    compileLate(httpPart === 'body' ? strict : coerced, schema as object),
  )
}
