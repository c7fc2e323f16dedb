import Type from 'typebox'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { typeAliases } from './aliases.ts'
import { closed } from './language/base.ts'
import { splitTexts, textsOf, withoutTexts } from './language/describe.ts'
import { anyType, behaviourProperties, columnProperties, commonField, fieldHead } from './language/field.ts'
import { formParts } from './language/form.ts'
import { DictDocument, PickerDocument } from './language/others.ts'
import { blockShapes, panelParts } from './language/panel.ts'
import { Param, reportParts } from './language/report.ts'
import { after, extendsScreen, screenParts } from './language/screen.ts'
import { fieldExtendJson, valueSettings } from './language/settings.ts'

/** The properties of the fields of each type besides the common ones: type word -> property -> schema. */
export type FieldSettings = Readonly<Record<string, Readonly<Record<string, Type.TSchema>>>>
export type JsonSchema = JsonObject

/**
 * The JSON Schema of a whole document, discriminated by `kind`, its fields by `type`. Objects are closed but
 * for `x-*`. Plain JSON (draft 7), the same for the same settings.
 */
export const composeSchema = (settings: FieldSettings): JsonSchema =>
  withoutTexts(composeDescribedSchema(settings))

/** The same with the title, the description and an example of each property, in the order of keys that the formatter keeps. */
export function composeDescribedSchema(settings: FieldSettings): JsonSchema {
  const defs: JsonObject = {}
  const words = Object.keys(settings).sort()
  for (const [key, schema] of Object.entries(commonField)) defs[`common.${key}`] = plain(schema, defs)
  for (const word of words) defs[`field.${word}`] = fieldSchema(word, settings[word] ?? {}, defs)
  defs.field = choice(
    'type',
    words.map((word) => `field.${word}`),
  )
  const fields = { type: 'array', minItems: 1, items: { $ref: '#/$defs/field' } }
  const screen = withLists(plain(Type.Object(screenParts, closed), defs), { fields })
  defs.screen = screen
  Object.assign(defs, overlaySchemas(screen, words, defs))
  defs['kind.screen'] = either('extends', '#/$defs/overlay', '#/$defs/screen', screen)
  defs['kind.form'] = withLists(plain(Type.Object(formParts, closed), defs), { fields })
  defs['kind.dict'] = plain(DictDocument, defs)
  defs['kind.picker'] = plain(PickerDocument, defs)
  const param = withLists(plain(Param, defs), { type: { type: 'string', enum: words } })
  defs['kind.report'] = withLists(plain(Type.Object(reportParts, closed), defs), {
    params: { type: 'array', items: param },
    fields,
  })
  defs['kind.panel'] = panelSchema(defs)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: '文档',
    ...choice('kind', ['kind.screen', 'kind.form', 'kind.dict', 'kind.picker', 'kind.report', 'kind.panel']),
    $defs: defs,
  }
}

/** One of two forms of a kind; only the first has the property `key`. */
function either(key: string, first: string, second: string, { properties }: JsonObject): JsonObject {
  const { kind } = properties as Record<string, JsonObject>
  const property = { ...textsOf(plain(extendsScreen, {})) }
  return {
    type: 'object',
    required: ['kind'],
    properties: { kind, [key]: property },
    if: { type: 'object', required: [key], properties: { [key]: property } },
    // biome-ignore lint/suspicious/noThenProperty: the word is JSON Schema's
    then: { $ref: first },
    else: { $ref: second },
  }
}

function orNull(schema: JsonObject): JsonObject {
  const [texts, shape] = splitTexts(schema)
  return { anyOf: [shape, { type: 'null' }], ...texts }
}

/** An object of which an overlay may set single properties, or remove them. */
function patchOf(schema: JsonObject): JsonObject {
  if (schema.type !== 'object' || !isJsonObject(schema.properties)) return orNull(schema)
  const { required: _, ...rest } = schema
  const inner = Object.entries(schema.properties).map(([key, part]) => [key, orNull(part as JsonObject)])
  return { ...rest, type: ['object', 'null'], properties: Object.fromEntries(inner) }
}

/** Properties that belong to the overlay itself: it replaces them as a whole. */
const ownOfOverlay = new Set(['$schema', 'version', 'kind', 'id', 'title', 'component', 'perm', 'menu'])
/** Properties that only the screen below an overlay may have. */
const baseOnly = new Set(['table', 'hooks'])

/**
 * A screen over another (`extends`): the same parts, each to be merged, and its fields as a map. The map's settings of
 * single types are checked on the resulting screen.
 */
function overlaySchemas(screen: JsonObject, words: readonly string[], defs: JsonObject): JsonObject {
  const map = { type: 'object', additionalProperties: { $ref: '#/$defs/overlay.field' } }
  const properties = screen.properties as Record<string, JsonObject>
  const parts = Object.entries(properties).flatMap(([key, part]) => {
    if (baseOnly.has(key)) return []
    if (key === 'id') return [[key, part] as const, ['extends', plain(extendsScreen, {})] as const]
    if (key === 'fields') return [[key, { ...map, ...textsOf(part) }] as const]
    return [[key, ownOfOverlay.has(key) ? part : patchOf(part)] as const]
  })
  const common = Object.keys(commonField).map((key) => {
    const reference = { $ref: `#/$defs/common.${key}`, ...textsOf(defs[`common.${key}`]) }
    return [key, orNull(reference)] as const
  })
  const { key: _, title, ...others } = Object.fromEntries(common)
  const type = { type: 'string', enum: words, ...textsOf(plain(anyType, {})) }
  return {
    overlay: {
      type: 'object',
      required: ['version', 'kind', 'id', 'extends'],
      properties: Object.fromEntries(parts),
      ...closed,
    },
    'overlay.field': {
      type: ['object', 'null'],
      properties: {
        after: plain(after, {}),
        title,
        type,
        ...others,
        fields: { anyOf: [{ type: 'array' }, map], ...textsOf(properties.fields) },
      },
      additionalProperties: true,
    },
  }
}

function panelSchema(defs: JsonObject): JsonObject {
  const words = Object.entries(blockShapes)
  for (const [word, shape] of words) defs[`block.${word}`] = plain(shape, defs)
  const block = choice(
    'type',
    words.map(([word]) => `block.${word}`),
  )
  const blocks = { type: 'array', minItems: 1, items: block }
  return withLists(plain(Type.Object(panelParts, closed), defs), { blocks })
}

/** Replaces the properties whose shapes depend on the field types or on the blocks; their texts stay. */
const withLists = (shape: JsonObject, lists: Record<string, JsonObject>): JsonObject => {
  const properties = { ...(shape.properties as JsonObject) }
  for (const [key, list] of Object.entries(lists)) properties[key] = { ...list, ...textsOf(properties[key]) }
  return { ...shape, properties }
}

const choice = (propertyName: string, names: string[]): JsonObject => ({
  type: 'object',
  discriminator: { propertyName },
  oneOf: names.map((name) => ({ $ref: `#/$defs/${name}` })),
})

function fieldSchema(
  word: string,
  own: Readonly<Record<string, Type.TSchema>>,
  defs: JsonObject,
): JsonObject {
  const aliases = Object.keys(typeAliases).filter((alias) => typeAliases[alias] === word)
  // The order of the properties is the order of the keys in a formatted document.
  const shape = Type.Object(
    {
      ...fieldHead,
      type: Type.Literal(word),
      ...columnProperties,
      ...Object.fromEntries(valueSettings.flatMap((key) => (own[key] ? [[key, own[key]]] : []))),
      ...behaviourProperties,
      ...own,
      ...('number' in own ? { fieldExtendJson } : {}),
    },
    closed,
  )
  const schema = plain(shape, defs)
  const properties = { ...(schema.properties as Record<string, JsonObject>) }
  for (const key of Object.keys(commonField)) {
    if (!(key in own)) properties[key] = { $ref: `#/$defs/common.${key}` }
  }
  properties.type = { type: 'string', enum: [word, ...aliases], ...textsOf(properties.type) }
  if (properties.fields)
    properties.fields = { type: 'array', items: { $ref: '#/$defs/field' }, ...textsOf(properties.fields) }
  return { ...schema, properties }
}

/** Plain JSON of a TypeBox schema: unions of literals become enums, local definitions move to the root. */
function plain(schema: Type.TSchema, defs: JsonObject): JsonObject {
  return tidy(JSON.parse(JSON.stringify(schema)), defs) as JsonObject
}

function tidy(node: unknown, defs: JsonObject): unknown {
  if (Array.isArray(node)) return node.map((member) => tidy(member, defs))
  if (!isJsonObject(node)) return node
  const { $defs, $id: _, ...rest } = node
  for (const [name, definition] of Object.entries(isJsonObject($defs) ? $defs : {}))
    defs[name] = tidy(definition, defs)
  const result = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, tidy(inner, defs)]))
  if (typeof result.$ref === 'string' && !result.$ref.startsWith('#')) result.$ref = `#/$defs/${result.$ref}`
  // Typed enums let the check tell a wrong word from a wrong form.
  if (isWords(result.enum)) result.type = 'string'
  const { anyOf, ...others } = result
  if (!Array.isArray(anyOf) || !anyOf.every((one) => isJsonObject(one) && 'const' in one)) return result
  const consts = anyOf as { type: unknown; const: unknown }[]
  return { ...others, type: consts[0]?.type, enum: consts.map((one) => one.const) }
}

const isWords = (list: unknown): boolean =>
  Array.isArray(list) && list.every((word) => typeof word === 'string')
