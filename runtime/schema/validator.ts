import { Ajv, type ErrorObject } from 'ajv'
import type { JsonSchema } from './shape-builder.ts'

/** A violation as ajv reports it, with the schema and the value at the path. */
export type SchemaError = ErrorObject

/** Compiles a schema of this project; the only module that imports ajv (server and scripts). */
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
