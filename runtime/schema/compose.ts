import Type from 'typebox'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { typeAliases } from './aliases.ts'
import { closed, commonField, Key } from './language/field.ts'
import { formParts } from './language/form.ts'
import { DictDocument, PickerDocument } from './language/others.ts'
import { blockShapes, panelParts } from './language/panel.ts'
import { Param, reportParts } from './language/report.ts'
import { screenParts } from './language/screen.ts'

/** What the fields of each type may say besides the common part: type word -> property -> schema. */
export type FieldSettings = Readonly<Record<string, Readonly<Record<string, Type.TSchema>>>>
export type JsonSchema = JsonObject

const uploadnum = Type.Optional(Type.Object({ uploadnum: Type.Integer({ minimum: 0 }) }, closed))

/**
 * The JSON Schema of a whole document, discriminated by `kind`, its fields by `type`. Objects are closed but
 * for `x-*`. Plain JSON (draft 7), the same for the same settings.
 */
export function composeSchema(settings: FieldSettings): JsonSchema {
  const defs: JsonObject = {}
  const words = Object.keys(settings).sort()
  for (const [key, schema] of Object.entries(commonField)) defs[`common.${key}`] = plain(schema, defs)
  for (const word of words) defs[`field.${word}`] = fieldSchema(word, settings[word] ?? {}, defs)
  defs.field = choice(
    'type',
    words.map((word) => `field.${word}`),
  )
  const fields = { type: 'array', minItems: 1, items: { $ref: '#/$defs/field' } }
  defs.screen = withLists(plain(Type.Object(screenParts, closed), defs), ['fields'], { fields })
  Object.assign(defs, overlaySchemas(defs.screen as JsonObject, words))
  defs['kind.screen'] = either('extends', '#/$defs/overlay', '#/$defs/screen')
  defs['kind.form'] = withLists(plain(Type.Object(formParts, closed), defs), ['fields'], { fields })
  defs['kind.dict'] = plain(DictDocument, defs)
  defs['kind.picker'] = plain(PickerDocument, defs)
  const param = withLists(plain(Param, defs), ['type'], { type: { type: 'string', enum: words } })
  defs['kind.report'] = withLists(plain(Type.Object(reportParts, closed), defs), ['fields'], {
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

/** Of two forms of one kind, told apart by a key that only the first has. */
const either = (key: string, first: string, second: string): JsonObject => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', const: 'screen' }, [key]: {} },
  if: { type: 'object', required: [key], properties: { [key]: {} } },
  // biome-ignore lint/suspicious/noThenProperty: the word is JSON Schema's
  then: { $ref: first },
  else: { $ref: second },
})

const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] })

/** What is inside an object may be said in part, and taken away. */
function patchOf(schema: JsonObject): JsonObject {
  if (schema.type !== 'object' || !isJsonObject(schema.properties)) return orNull(schema)
  const { required: _, ...rest } = schema
  const inner = Object.entries(schema.properties).map(([key, part]) => [key, orNull(part as JsonObject)])
  return { ...rest, type: ['object', 'null'], properties: Object.fromEntries(inner) }
}

/**
 * A screen over another (`extends`): the same parts, each to be merged, and its fields as a map. What the map says of
 * a type's own settings is checked on the screen that comes of it.
 */
function overlaySchemas(screen: JsonObject, words: readonly string[]): JsonObject {
  const { $schema, version, kind, id, title, component, perm, menu, table, hooks, fields, ...parts } =
    screen.properties as Record<string, JsonObject>
  const common = Object.keys(commonField).filter((key) => key !== 'key')
  const map = { type: 'object', additionalProperties: { $ref: '#/$defs/overlay.field' } }
  return {
    overlay: {
      type: 'object',
      required: ['version', 'kind', 'id', 'extends'],
      properties: {
        ...{ $schema, version, kind, id, title, component, perm, menu },
        extends: id,
        fields: map,
        ...Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, patchOf(part)])),
      },
      ...closed,
    },
    'overlay.field': {
      type: ['object', 'null'],
      properties: {
        type: { type: 'string', enum: words },
        after: plain(Key, {}),
        ...Object.fromEntries(common.map((key) => [key, orNull({ $ref: `#/$defs/common.${key}` })])),
        fields: { anyOf: [{ type: 'array' }, map] },
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
  return withLists(plain(Type.Object(panelParts, closed), defs), ['blocks'], { blocks })
}

/** Adds the keys whose shapes depend on the field types. */
const withLists = (shape: JsonObject, required: string[], properties: JsonObject): JsonObject => ({
  ...shape,
  required: [...(shape.required as string[]), ...required],
  properties: { ...(shape.properties as JsonObject), ...properties },
})

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
  const shape = Type.Object(
    { ...commonField, ...own, ...('number' in own ? { fieldExtendJson: uploadnum } : {}) },
    closed,
  )
  const schema = plain(shape, defs)
  const required = new Set([...(schema.required as string[]), 'type'])
  const properties: JsonObject = {
    type: { type: 'string', enum: [word, ...aliases] },
    ...(schema.properties as JsonObject),
  }
  for (const key of Object.keys(commonField)) {
    if (!(key in own)) properties[key] = { $ref: `#/$defs/common.${key}` }
  }
  if (word === 'table') {
    required.add('fields')
    properties.fields = { type: 'array', items: { $ref: '#/$defs/field' } }
  }
  return { ...schema, required: [...required], properties }
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
