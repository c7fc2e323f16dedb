import { Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { composeSchema } from '#runtime/schema/compose.ts'
import { compileOptions } from '#runtime/schema/validator.ts'

const ajv = new Ajv({ ...compileOptions, code: { source: true, esm: true } })
const compiled = standalone(ajv, ajv.compile(composeSchema(fieldSettings)))

/** A module with `createShapeCheck` that compiles nothing. The compiled check requires helpers of ajv. */
export const code = `import { createRequire } from 'node:module'
import { shapeCheck } from '#runtime/schema/validator.ts'
const require = createRequire(import.meta.url)
${compiled.replace(/export const validate = (\w+);export default \1;/, 'export const createShapeCheck = () => shapeCheck($1);')}`
