import Type from 'typebox'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { closed, commonField, Key } from '../../language/field.ts'
import { screenParts } from '../../language/screen.ts'
import { type JsonSchema, type ShapeBuilder, withProperties } from '../../shape-builder.ts'

/** A screen with its own table, or an overlay, which has `extends`. */
export function screenShape(builder: ShapeBuilder): JsonSchema {
  const { fields } = builder
  const screen = withProperties(builder.plain(Type.Object(screenParts, closed)), ['fields'], { fields })
  builder.define('screen', screen)
  defineOverlay(screen, builder)
  return {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string', const: 'screen' }, extends: {} },
    if: { type: 'object', required: ['extends'], properties: { extends: {} } },
    // biome-ignore lint/suspicious/noThenProperty: the word is JSON Schema's
    then: { $ref: '#/$defs/overlay' },
    else: { $ref: '#/$defs/screen' },
  }
}

const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] })

/** The schema of a change to an object: every key is optional and may be null, which removes it. */
function patchOf(schema: JsonObject): JsonObject {
  if (schema.type !== 'object' || !isJsonObject(schema.properties)) return orNull(schema)
  const { required: _, ...rest } = schema
  const inner = Object.entries(schema.properties).map(([key, part]) => [key, orNull(part as JsonObject)])
  return { ...rest, type: ['object', 'null'], properties: Object.fromEntries(inner) }
}

/**
 * An overlay has the parts of a screen, each to be merged, and its fields as a map. The type's own settings inside the
 * map are checked on the merged screen.
 */
function defineOverlay(screen: JsonObject, { typeWords, define, plain }: ShapeBuilder): void {
  const { $schema, version, kind, id, title, component, perm, menu, table, hooks, fields, ...parts } =
    screen.properties as Record<string, JsonObject>
  const common = Object.keys(commonField).filter((key) => key !== 'key')
  const map = { type: 'object', additionalProperties: { $ref: '#/$defs/overlay.field' } }
  define('overlay', {
    type: 'object',
    required: ['version', 'kind', 'id', 'extends'],
    properties: {
      ...{ $schema, version, kind, id, title, component, perm, menu },
      extends: id,
      fields: map,
      ...Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, patchOf(part)])),
    },
    ...closed,
  })
  define('overlay.field', {
    type: ['object', 'null'],
    properties: {
      type: { type: 'string', enum: typeWords },
      after: plain(Key),
      ...Object.fromEntries(common.map((key) => [key, orNull({ $ref: `#/$defs/common.${key}` })])),
      fields: { anyOf: [{ type: 'array' }, map] },
    },
    additionalProperties: true,
  })
}
