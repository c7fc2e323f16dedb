import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { JsonSchema } from './shape-builder.ts'

/** A violation as ajv reports it, with the schema and the value at the path. */
export type SchemaError = ErrorObject

/** Finds all violations of a schema. */
export type ShapeCheck = (json: unknown) => SchemaError[]

/** How schemas of this project are compiled. */
export const compileOptions = {
  strict: true,
  allErrors: true,
  verbose: true,
  discriminator: true,
  inlineRefs: false,
  allowUnionTypes: true,
} as const

export const shapeCheck =
  (validate: ValidateFunction): ShapeCheck =>
  (json) =>
    validate(json) ? [] : [...(validate.errors ?? [])]

/** Compiles a schema of this project. */
export const compileSchema = (schema: JsonSchema): ShapeCheck =>
  shapeCheck(new Ajv(compileOptions).compile(schema))
