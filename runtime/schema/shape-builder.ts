import type Type from 'typebox'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { findTexts } from './language/describe.ts'

export type JsonSchema = JsonObject

/** The parts from which a document kind builds its JSON Schema. Definitions are shared by all kinds, under `$defs`. */
export interface ShapeBuilder {
  /** The names of all field types. */
  typeWords: readonly string[]
  /** A list of at least one field. */
  fields: JsonSchema
  define(name: string, schema: JsonSchema): void
  /** A TypeBox schema as plain JSON. */
  plain(schema: Type.TSchema): JsonSchema
}

/** Replaces properties whose schemas depend on the field types or on other definitions; their texts stay. */
export function withProperties(shape: JsonSchema, replaced: Record<string, JsonObject>): JsonSchema {
  const properties = { ...(shape.properties as JsonObject) }
  for (const [key, schema] of Object.entries(replaced))
    properties[key] = { ...schema, ...findTexts(properties[key]) }
  return { ...shape, properties }
}

/** One of several definitions; the last part of a definition's name is its value of `propertyName`. */
export const oneOfDefinitions = (propertyName: string, names: readonly string[]): JsonSchema => ({
  type: 'object',
  discriminator: { propertyName },
  oneOf: names.map((name) => ({ $ref: `#/$defs/${name}` })),
})

/** Plain JSON of a TypeBox schema: unions of literals become enums, local definitions move to `defs`. */
export function plainSchema(schema: Type.TSchema, defs: JsonObject): JsonSchema {
  return simplify(JSON.parse(JSON.stringify(schema)), defs) as JsonObject
}

function simplify(node: unknown, defs: JsonObject): unknown {
  if (Array.isArray(node)) return node.map((member) => simplify(member, defs))
  if (!isJsonObject(node)) return node
  const { $defs, $id: _, ...rest } = node
  for (const [name, definition] of Object.entries(isJsonObject($defs) ? $defs : {}))
    defs[name] = simplify(definition, defs)
  const result = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, simplify(inner, defs)]))
  if (typeof result.$ref === 'string' && !result.$ref.startsWith('#')) result.$ref = `#/$defs/${result.$ref}`
  // With a type beside the enum, the check distinguishes an unknown value from a wrong type.
  if (areTexts(result.enum)) result.type = 'string'
  const { anyOf, ...others } = result
  if (!Array.isArray(anyOf) || !anyOf.every((member) => isJsonObject(member) && 'const' in member))
    return result
  const consts = anyOf as { type: unknown; const: unknown }[]
  return { ...others, type: consts[0]?.type, enum: consts.map((member) => member.const) }
}

const areTexts = (list: unknown): boolean =>
  Array.isArray(list) && list.every((word) => typeof word === 'string')
