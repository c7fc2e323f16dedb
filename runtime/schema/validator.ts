import { Ajv, type ErrorObject } from 'ajv'
import type { JsonSchema } from './compose.ts'

/** A violation as ajv reports it, with the schema and the value at the place. */
export type SchemaError = ErrorObject

/** Compiles a schema that comes from our own code; the only module that knows ajv (server and scripts). */
export function compileSchema(schema: JsonSchema): (json: unknown) => SchemaError[] {
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    verbose: true,
    discriminator: true,
    inlineRefs: false,
    allowUnionTypes: true,
  })
  const validate = ajv.compile(schema)
  return (json) => (validate(json) ? [] : [...(validate.errors ?? [])])
}
