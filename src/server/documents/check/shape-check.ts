import { fieldSettings } from '#runtime/fields/settings.ts'
import { composeSchema } from '#runtime/schema/compose.ts'
import { compileSchema, type ShapeCheck } from '#runtime/schema/validator.ts'

/**
 * Creates the check of the shapes of the document language. Compiling takes a second: in a build this module contains the
 * compiled check instead (scripts/build/shape-check-module.mjs).
 */
export const createShapeCheck = (): ShapeCheck => compileSchema(composeSchema(fieldSettings))
