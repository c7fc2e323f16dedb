import Type from 'typebox'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { closed } from '../../language/base.ts'
import { findTexts, splitTexts } from '../../language/describe.ts'
import { anyType, commonField } from '../../language/field.ts'
import { type JsonSchema, type ShapeBuilder, withProperties } from '../../shape-builder.ts'
import { replacedWhole } from './overlay.ts'
import { after, extendsScreen, remove, screenParts } from './parts.ts'

/** An overlay names another screen; null on a screen with a table of its own is a word too many. */
const namedBase: JsonObject = { required: ['extends'], properties: { extends: { not: { type: 'null' } } } }

/** An overlay without `extends`, or with a misspelt one: it has no table, and changes fields without naming their types. */
const unnamedBase: JsonObject = {
  not: { required: ['table'], properties: { table: true } },
  anyOf: [
    {
      required: ['fields'],
      properties: {
        fields: {
          type: 'array',
          contains: { type: 'object', required: ['key'], properties: { key: true, type: false } },
        },
      },
    },
    { type: 'object', not: { propertyNames: { not: { pattern: '^e[a-z]{4,8}$' } } } },
  ],
}

/** A screen with its own table, or an overlay, which has `extends`. */
export function screenShape(builder: ShapeBuilder): JsonSchema {
  const { fields, plain } = builder
  const screen = withProperties(plain(Type.Object(screenParts, closed)), { fields })
  builder.define('screen', screen)
  defineOverlay(screen, builder)
  const { kind } = screen.properties as Record<string, JsonObject>
  const base = { ...findTexts(plain(extendsScreen)) }
  return {
    type: 'object',
    required: ['kind'],
    properties: { kind, extends: base },
    if: { type: 'object', anyOf: [namedBase, unnamedBase] },
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
    then: { $ref: '#/$defs/overlay' },
    else: { $ref: '#/$defs/screen' },
  }
}

function orNull(schema: JsonObject): JsonObject {
  const [texts, shape] = splitTexts(schema)
  return { anyOf: [shape, { type: 'null' }], ...texts }
}

/** The schema of a change to an object: every key is optional and may be null, which removes it. */
function buildPatch(schema: JsonObject): JsonObject {
  if (schema.type !== 'object' || !isJsonObject(schema.properties)) return orNull(schema)
  const { required: _, ...rest } = schema
  const inner = Object.entries(schema.properties).map(([key, part]) => [key, orNull(part as JsonObject)])
  return { ...rest, type: ['object', 'null'], properties: Object.fromEntries(inner) }
}

/** Properties that only the screen below an overlay may have. */
const baseOnly = new Set(['table', 'hooks', 'then', 'followUps'])

/**
 * An overlay has the parts of a screen, each to be merged, and the fields that it changes. The type's own settings of those
 * are checked on the merged screen.
 */
function defineOverlay(screen: JsonObject, { typeWords, define, plain }: ShapeBuilder): void {
  const changes = { type: 'array', items: { $ref: '#/$defs/overlay.field' } }
  const properties = screen.properties as Record<string, JsonObject>
  const parts = Object.entries(properties).flatMap(([key, part]) => {
    if (baseOnly.has(key)) return []
    if (key === 'id') return [[key, part] as const, ['extends', plain(extendsScreen)] as const]
    if (key === 'fields') return [[key, { ...changes, ...findTexts(part) }] as const]
    return [[key, replacedWhole.has(key) ? part : buildPatch(part)] as const]
  })
  const common = Object.entries(commonField).map(([key, schema]) => {
    const reference = { $ref: `#/$defs/common.${key}`, ...findTexts(plain(schema)) }
    return [key, orNull(reference)] as const
  })
  const { key: _, title, ...others } = Object.fromEntries(common)
  define('overlay', {
    type: 'object',
    required: ['version', 'kind', 'id', 'extends'],
    properties: Object.fromEntries(parts),
    ...closed,
  })
  define('overlay.field', {
    type: 'object',
    required: ['key'],
    properties: {
      key: { $ref: '#/$defs/common.key' },
      remove: plain(remove),
      after: plain(after),
      title,
      type: { type: 'string', enum: typeWords, ...findTexts(plain(anyType)) },
      ...others,
      fields: { ...changes, ...findTexts(properties.fields) },
    },
    additionalProperties: true,
  })
}
