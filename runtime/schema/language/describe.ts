import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { KeywordUse } from './property.ts'

/** The texts of a property and its use, as property.ts puts them on its shape. */
export interface PropertyTexts extends KeywordUse {
  title: string
  description: string
  examples: readonly [unknown]
}

/** Divides a shape into its texts and the rest; without texts the first part is empty. */
export function splitTexts(shape: JsonObject): [texts: PropertyTexts | undefined, rest: JsonObject] {
  if (!Array.isArray(shape.examples)) return [undefined, shape]
  const { title, description, examples, ...others } = shape
  const [use, rest] = splitUse(others)
  return [{ title, description, examples, ...use } as unknown as PropertyTexts, rest]
}

/** Divides a shape into what property.ts says of its use, and the rest. */
export function splitUse(shape: JsonObject): [use: KeywordUse, rest: JsonObject] {
  const { isCommon, appliesTo, replacedBy, editor, holds, offers, ...rest } = shape
  const use = Object.entries({ isCommon, appliesTo, replacedBy, editor, holds, offers })
  return [Object.fromEntries(use.filter(([, value]) => value !== undefined)), rest]
}

export const findTexts = (shape: unknown): PropertyTexts | undefined =>
  isJsonObject(shape) ? splitTexts(shape)[0] : undefined

/** A schema without the texts of its properties, for the check of documents. */
export function withoutTexts(schema: JsonObject): JsonObject {
  const strip = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(strip)
    if (!isJsonObject(node)) return node
    // A value without a keyword of its own has a use and no texts.
    const [, { names: _, enumDescriptions: __, ...rest }] = splitUse(splitTexts(node)[1])
    return Object.fromEntries(
      Object.entries(rest).map(([key, inner]) => [
        key,
        key === 'properties' && isJsonObject(inner) ? stripMap(inner) : strip(inner),
      ]),
    )
  }
  const stripMap = (map: JsonObject) =>
    Object.fromEntries(Object.entries(map).map(([key, inner]) => [key, strip(inner)]))
  return strip(schema) as JsonObject
}

/** The path of a definition of the schema in the document language. */
function getPath(definition: string): string[] {
  const [group = '', word = ''] = definition.split('.')
  if (group === 'common') return ['field', word]
  if (group === 'field') return word === '' ? ['field'] : ['type', word]
  if (group === 'kind') return [word]
  // An overlay has the properties of a screen; blocks differ in their own properties only.
  if (group === 'overlay') return [word === 'field' ? 'field' : 'screen']
  if (group === 'block' || group === 'printBlock') return [group]
  return word === '' ? [group.toLowerCase()] : [group, word]
}

/** Buttons have the same properties in every position. */
const inside = (path: readonly string[], key: string): string[] =>
  path.at(-2) === 'actions' ? ['action', key] : [...path, key]

/** Keywords of a shape below which no property of a document is described. */
const undescribed: ReadonlySet<string> = new Set(['enum', 'required', 'examples', 'if', 'not'])

/** Visits every property that a document may have, with its path. References to a common definition are left out. */
export function eachProperty(schema: JsonObject, visit: (path: string[], shape: JsonObject) => void): void {
  const walk = (node: unknown, path: readonly string[]): void => {
    if (Array.isArray(node)) {
      for (const member of node) walk(member, path)
      return
    }
    if (!isJsonObject(node)) return
    for (const [name, inner] of Object.entries(node)) {
      if (name !== 'properties' || !isJsonObject(inner)) {
        if (!undescribed.has(name)) walk(inner, path)
        continue
      }
      for (const [key, shape] of Object.entries(inner)) {
        const at = inside(path, key)
        if (!isJsonObject(shape)) continue
        if (!(typeof shape.$ref === 'string' && shape.$ref.startsWith('#/$defs/common.'))) visit(at, shape)
        walk(shape, at)
      }
    }
  }
  for (const [name, definition] of Object.entries(isJsonObject(schema.$defs) ? schema.$defs : {})) {
    const path = getPath(name)
    if (name.startsWith('common.') && isJsonObject(definition)) visit(path, definition)
    walk(definition, path)
  }
}

/** A value as JSON on one line, with spaces as in a document. */
export function jsonLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonLine).join(', ')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${jsonLine(inner)}`)
  return `{ ${entries.join(', ')} }`
}

/** The shapes of registered names, which editors propose: `icons`, `menuParents`. */
export type NameShapes = Readonly<Record<string, JsonObject>>

/**
 * The schema for editors: every property with its hover text, values that are objects or lists with a snippet, and
 * `names` replaced by the shape of these names. Neither the check of documents nor the browser uses it.
 */
export function describeSchema(composed: JsonObject, names: NameShapes): JsonObject {
  const schema = structuredClone(composed)
  eachProperty(schema, (path, shape) => {
    if (typeof shape.names === 'string') {
      const { [shape.names]: proposed = {} } = names
      delete shape.names
      delete shape.pattern
      Object.assign(shape, proposed)
    }
    if (isJsonObject(shape.patternProperties)) {
      const values = Object.entries(shape.patternProperties)
      shape.patternProperties = Object.fromEntries(
        values.map(([pattern, value]) => [pattern, isJsonObject(value) ? splitUse(value)[1] : value]),
      )
    }
    const texts = findTexts(shape)
    if (!texts) return
    const {
      title,
      description,
      examples: [example],
    } = texts
    const label = jsonLine(example)
    for (const key of Object.keys(texts)) delete shape[key]
    shape.description = `${title}：${description}`
    shape.markdownDescription = `**${title}**：${description}\n\n\`"${path.at(-1)}": ${label}\``
    if (typeof example === 'object') shape.defaultSnippets = [{ label, body: example }]
  })
  return schema
}
