import Type from 'typebox'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { typeAliases } from './aliases.ts'
import type { AnyDocumentKind } from './kinds/contract.ts'
import { documentKinds } from './kinds/index.ts'
import { closed } from './language/base.ts'
import { findTexts, withoutTexts } from './language/describe.ts'
import {
  behaviourProperties,
  columnProperties,
  commonField,
  type FieldSettings,
  fieldHead,
} from './language/field.ts'
import { fieldExtendJson, valueSettings } from './language/settings.ts'
import { type JsonSchema, oneOfDefinitions, plainSchema, type ShapeBuilder } from './shape-builder.ts'

/** Fields of one list: a table of PostgreSQL has at most 1,600 columns. */
export const MAX_FIELDS = 1000

/**
 * The JSON Schema of a whole document, discriminated by `kind`, its fields by `type`. Objects are closed except
 * for `x-*`. Plain JSON (draft 7), the same for the same settings.
 */
export const composeSchema = (
  settings: FieldSettings,
  kinds: readonly AnyDocumentKind[] = documentKinds,
): JsonSchema => withoutTexts(composeDescribedSchema(settings, kinds))

/** The same with the title, the description and an example of each property, in the order of keys that the formatter keeps. */
export function composeDescribedSchema(
  settings: FieldSettings,
  kinds: readonly AnyDocumentKind[] = documentKinds,
): JsonSchema {
  const defs: JsonObject = {}
  const words = Object.keys(settings).sort()
  for (const [key, schema] of Object.entries(commonField)) defs[`common.${key}`] = plainSchema(schema, defs)
  for (const word of words) defs[`field.${word}`] = fieldSchema(word, settings[word] ?? {}, defs)
  defs.field = oneOfDefinitions(
    'type',
    words.map((word) => `field.${word}`),
  )
  const builder: ShapeBuilder = {
    typeWords: words,
    fields: { type: 'array', minItems: 1, maxItems: MAX_FIELDS, items: { $ref: '#/$defs/field' } },
    define: (name, schema) => {
      defs[name] = schema
    },
    plain: (schema) => withKindWords(plainSchema(schema, defs), kinds),
  }
  for (const kind of kinds) defs[`kind.${kind.name}`] = kind.shape(builder)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: '文档',
    ...oneOfDefinitions(
      'kind',
      kinds.map(({ name }) => `kind.${name}`),
    ),
    $defs: defs,
  }
}

/** A document's schema in which `kind` is described by the titles of all kinds; others as they are. */
function withKindWords(schema: JsonSchema, kinds: readonly AnyDocumentKind[]): JsonSchema {
  const properties = schema.properties as JsonObject | undefined
  const kind = properties?.kind
  if (!isJsonObject(kind) || !kinds.some(({ name }) => name === kind.const)) return schema
  const description = kinds.map(({ name, title }) => `${name} ${title}`).join('、')
  return { ...schema, properties: { ...properties, kind: { ...kind, description } } }
}

function fieldSchema(
  word: string,
  typeProperties: Readonly<Record<string, Type.TSchema>>,
  defs: JsonObject,
): JsonObject {
  const aliases = Object.keys(typeAliases).filter((alias) => typeAliases[alias] === word)
  // The order of the properties is the order of the keys in a formatted document.
  const shape = Type.Object(
    {
      ...fieldHead,
      type: Type.Literal(word),
      ...columnProperties,
      ...Object.fromEntries(
        valueSettings.flatMap((key) => (typeProperties[key] ? [[key, typeProperties[key]]] : [])),
      ),
      ...behaviourProperties,
      ...typeProperties,
      ...('number' in typeProperties ? { fieldExtendJson } : {}),
    },
    closed,
  )
  const schema = plainSchema(shape, defs)
  const properties = { ...(schema.properties as Record<string, JsonObject>) }
  for (const key of Object.keys(commonField)) {
    if (!(key in typeProperties)) properties[key] = { $ref: `#/$defs/common.${key}` }
  }
  properties.type = { type: 'string', enum: [word, ...aliases], ...findTexts(properties.type) }
  if (properties.fields)
    properties.fields = {
      type: 'array',
      maxItems: MAX_FIELDS,
      items: { $ref: '#/$defs/field' },
      ...findTexts(properties.fields),
    }
  // Either way of writing the pairs will do; the check of fields reports a field without both.
  const { required = [] } = schema as { required?: string[] }
  const needed = properties.take
    ? required.filter((key) => key !== 'orgFields' && key !== 'destFields')
    : required
  return { ...schema, ...(needed.length > 0 && { required: needed }), properties }
}
