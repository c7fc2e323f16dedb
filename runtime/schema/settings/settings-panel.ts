import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { type FieldValues, usualType } from '../field-value.ts'
import { splitUse } from '../language/describe.ts'
import type { Field } from '../types.ts'
import {
  type JsonType,
  type PanelNode,
  type PanelShape,
  type PanelWord,
  type SettingsPanel,
  valueKey,
} from './settings-node.ts'

/** The column of rows that contain values without a name of their own. */
const nameColumn = 'name'
const valueColumn = valueKey
/** Rows with more columns, and objects with more words, are edited in a panel of their own: the settings are narrow. */
const MAX_COLUMNS = 2
const MAX_WORDS = 3

const isNone = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** What the rows of a table have themselves: an object with such a word has a panel of its own. */
const rowWords: ReadonlySet<string> = new Set(['id', 'rev'])

const withoutNone = (row: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(row).filter(([key, value]) => !rowWords.has(key) && !isNone(value)))

/** The value of a JSON text; a text that is none is itself. */
const fromJson = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return text
  }
}

const scalar = (text: unknown): unknown => {
  const read = fromJson(text)
  return typeof read === 'object' && read !== null ? text : read
}

function toRecord(value: unknown, shape?: PanelShape): unknown {
  if (shape === 'nested') return value
  if (value === undefined) return shape && ['rows', 'map', 'one'].includes(shape) ? [] : null
  if (shape === 'scalar') return String(value)
  if (shape === 'words') return Array.isArray(value) ? value.join(',') : null
  if (shape === 'json') return JSON.stringify(value)
  if (shape === 'one') return isJsonObject(value) ? [value] : []
  if (shape === 'map' && isJsonObject(value))
    return Object.entries(value).map(([name, inner]) => ({
      [nameColumn]: name,
      [valueColumn]: String(inner),
    }))
  return value
}

/** The rows without blank ones. */
const readRows = (value: unknown): JsonObject[] =>
  Array.isArray(value)
    ? value
        .filter(isJsonObject)
        .map(withoutNone)
        .filter((row) => Object.keys(row).length > 0)
    : []

function fromRecord(value: unknown, shape?: PanelShape): unknown {
  if (isNone(value)) return undefined
  if (!shape || shape === 'nested') return value
  if (shape === 'scalar') return scalar(value)
  if (shape === 'json') return fromJson(value)
  if (shape === 'words') return String(value).split(',')
  const rows = readRows(value)
  if (rows.length === 0) return undefined
  if (shape === 'rows') return rows
  if (shape === 'one') return rows[0]
  return Object.fromEntries(
    rows.map((row) => [String(row[nameColumn] ?? ''), scalar(row[valueColumn] ?? '')]),
  )
}

/** A field of a document as the record that its panel edits. */
export const readPanel = (panel: SettingsPanel, settings: JsonObject): JsonObject =>
  Object.fromEntries(
    panel.map(({ field, shape }) => [field.key, toRecord(settings[field.key] ?? field.defaultValue, shape)]),
  )

/**
 * Converts the record of the panel into a document: keywords without a value, or with their default, are absent, and unchanged ones stay as they
 * are in `before`.
 */
export function writePanel(panel: SettingsPanel, record: JsonObject, before: JsonObject = {}): JsonObject {
  const entries = panel.map(({ field: { key, defaultValue }, shape }) => {
    const isTouched = !isSame(toRecord(before[key] ?? defaultValue, shape), record[key])
    if (!isTouched) return [key, before[key]] as const
    const value = fromRecord(record[key], shape)
    return [key, value === defaultValue ? undefined : value] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

const isSame = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left ?? null) === JSON.stringify(bare(right) ?? null)

/** Rows without the marks that a table adds to them. */
const bare = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((row) => (isJsonObject(row) ? withoutNone(row) : row)) : value

/** What a panel is made with. */
export interface PanelParts {
  types: FieldValues
  /** Finds the shape that a reference names. */
  resolve(reference: string): JsonObject | undefined
}

/** Makes the panel of a type, or of a part of a document, from the shapes and the texts of the properties. */
export function derivePanel(
  properties: JsonObject,
  required: ReadonlySet<string>,
  parts: PanelParts,
): PanelWord[] {
  return Object.entries(properties).flatMap(([key, shape]) =>
    isJsonObject(shape) ? [buildWord(key, shape, required.has(key), parts)] : [],
  )
}

/** The panel of an object's shape. */
export const panelOfObject = (shape: JsonObject, parts: PanelParts): PanelWord[] =>
  derivePanel(
    isJsonObject(shape.properties) ? shape.properties : {},
    new Set(Array.isArray(shape.required) ? shape.required.map(String) : []),
    parts,
  )

function resolved(shape: JsonObject, parts: PanelParts): JsonObject {
  if (typeof shape.$ref !== 'string') return shape
  const { $ref, ...texts } = shape
  return { ...parts.resolve($ref), ...texts }
}

function buildWord(key: string, reference: JsonObject, isRequired: boolean, parts: PanelParts): PanelWord {
  const shape = resolved(reference, parts)
  const title = String(shape.title ?? key)
  const help = String(shape.description ?? key)
  const base = { key, title, help, ...(isRequired ? { validateRules: [{ required: true }] } : {}) }
  const [use] = splitUse(shape)
  return { ...(flatWord(base, shape, parts) ?? nestedWord(base, shape, parts)), ...use }
}

/** A word that a field or a narrow table edits; undefined for others. */
function flatWord(base: Base, shape: JsonObject, parts: PanelParts): PanelWord | undefined {
  const { key, title } = base
  const plain = plainField(base, shape, parts)
  if (plain) return { field: plain }
  const { validateRules: _, ...texts } = base
  const detail = (fields: Field[], more: JsonObject = {}): Field => ({
    ...texts,
    key,
    title,
    type: 'table',
    fields,
    ...more,
  })
  /** The columns of an object; undefined where one is not plain, or where they are too many. */
  const findColumns = (node: JsonObject, max: number): Field[] | undefined => {
    const words = panelOfObject(node, parts)
    const isNarrow = words.length > 0 && words.length <= max
    return isNarrow && words.every(({ field, shape }) => !shape && !rowWords.has(field.key))
      ? words.map(({ field }) => field)
      : undefined
  }
  const { items } = shape
  if (shape.type === 'array' && isJsonObject(items)) {
    if (Array.isArray(items.enum)) {
      return {
        field: { ...base, type: usualType(parts.types, 'choices'), options: readOptions(items) },
        shape: 'words',
      }
    }
    const columns = findColumns(items, MAX_COLUMNS)
    if (columns) return { field: detail(columns), shape: 'rows' }
  }
  const columns = shape.type === 'object' ? findColumns(shape, MAX_WORDS) : undefined
  if (columns) return { field: detail(columns, { look: 'form', maxRows: 1 }), shape: 'one' }
  const inner = mapped(shape)
  const value = inner && plainField({ key: valueColumn, title: '值' }, inner, parts)
  // A cell of a table has no room for an expression.
  if (value && inner && splitUse(inner)[0].holds === undefined) {
    const pair: Field[] = [
      {
        key: nameColumn,
        title: '名字',
        type: usualType(parts.types, 'text'),
        validateRules: [{ required: true }, { unique: true }],
      },
      parts.types.get(value.type)?.usualFor === 'choice'
        ? value
        : { key: valueColumn, title: '值', type: usualType(parts.types, 'text') },
    ]
    return { field: detail(pair), shape: 'map' }
  }
  return undefined
}

/** The shape of the values of a map; undefined for other objects. */
function mapped(shape: JsonObject): JsonObject | undefined {
  if (shape.type !== 'object' || shape.properties || !isJsonObject(shape.patternProperties)) return undefined
  return Object.values(shape.patternProperties).find(isJsonObject)
}

/** A word with a panel of its own; values that no panel can edit are edited as JSON. */
function nestedWord(base: Base, shape: JsonObject, parts: PanelParts): PanelWord {
  const node = nodeOfShape(shape, parts)
  const field: Field = { ...base, type: usualType(parts.types, 'program'), language: 'javascript' }
  return node ? { field, shape: 'nested', node } : { field, shape: 'json' }
}

const jsonTypes: Readonly<Record<string, JsonType>> = { integer: 'number' }

/** The editor of a value of the shape; undefined where it may be anything. */
function nodeOfShape(reference: JsonObject, parts: PanelParts): PanelNode | undefined {
  const shape = resolved(reference, parts)
  const plain = plainField({ key: valueColumn, title: String(shape.title ?? '值') }, shape, parts)
  const [{ holds }] = splitUse(shape)
  if (plain)
    return {
      kind: 'value',
      word: { field: plain, ...(holds && { shape: 'scalar', holds }) },
    }
  if (shape.type === 'array' && isJsonObject(shape.items)) {
    const of = nodeOfShape(shape.items, parts)
    const [{ offers }] = splitUse(shape)
    const canBeEmpty = !(Number(shape.minItems) > 0)
    return of && { kind: 'list', of, ...(canBeEmpty && { canBeEmpty }), ...(offers && { offers }) }
  }
  if (isJsonObject(shape.properties)) return { kind: 'object', panel: panelOfObject(shape, parts) }
  const inner = mapped(shape)
  if (inner) {
    const of = nodeOfShape(inner, parts)
    return of && { kind: 'map', of }
  }
  const { anyOf } = shape
  if (!Array.isArray(anyOf)) return undefined
  const shapes = anyOf.filter(isJsonObject).map((variant) => resolved(variant, parts))
  const variants = shapes.flatMap((variant) => {
    const inner = nodeOfShape(variant, parts)
    const name = String(variant.type)
    return inner
      ? [{ type: jsonTypes[name] ?? (name as JsonType), node: inner, ...ownKey(variant, shapes) }]
      : []
  })
  return variants.length === anyOf.length ? { kind: 'choice', variants } : undefined
}

/** The required key that only this one of several objects has, with its title; nothing for a single object. */
function ownKey(shape: JsonObject, shapes: readonly JsonObject[]): { key?: string; title?: string } {
  const others = shapes.filter((other) => other !== shape && other.type === 'object')
  if (shape.type !== 'object' || others.length === 0) return {}
  const isOwn = (key: unknown) =>
    others.every(({ properties }) => !isJsonObject(properties) || !Object.hasOwn(properties, String(key)))
  const key = (Array.isArray(shape.required) ? shape.required : []).find(isOwn)
  const property = isJsonObject(shape.properties) ? shape.properties[String(key)] : undefined
  if (typeof key !== 'string' || !isJsonObject(property)) return {}
  return { key, title: String(property.title ?? key) }
}

/** A text, or a number or similar instead of it: the input is stored as text. */
const isText = ({ anyOf }: JsonObject): boolean =>
  Array.isArray(anyOf) &&
  anyOf.every(
    (variant) =>
      isJsonObject(variant) && ['string', 'number', 'boolean', 'null'].includes(String(variant.type)),
  ) &&
  anyOf.some((variant) => isJsonObject(variant) && variant.type === 'string')

type Base = { key: string; title: string } & JsonObject

/** The words of a shape as options with their titles. */
function readOptions(shape: JsonObject): { value: unknown; text: string }[] {
  const words: unknown[] = Array.isArray(shape.enum) ? shape.enum : [shape.const]
  const titles: unknown[] = Array.isArray(shape.enumDescriptions) ? shape.enumDescriptions : []
  return words.map((value, at) => ({
    value,
    text: String(titles[at] ?? value),
  }))
}

/** The field of a value that is edited unchanged; undefined for lists, objects and unions. */
function plainField(base: Base, shape: JsonObject, { types }: PanelParts): Field | undefined {
  const rules = Array.isArray(base.validateRules) ? base.validateRules : []
  const withRules = (more: JsonObject[]) => ({
    ...base,
    ...(rules.length + more.length > 0 ? { validateRules: [...rules, ...more] } : {}),
  })
  if (shape.type === 'boolean')
    return {
      ...base,
      type: usualType(types, 'flag'),
      customValue: [true, false],
      ...(shape.default === true ? { defaultValue: true } : {}),
    }
  if (Array.isArray(shape.enum) || 'const' in shape)
    return {
      ...base,
      type: usualType(types, 'choice'),
      options: readOptions(shape),
      ...(typeof shape.default === 'string' ? { defaultValue: shape.default } : {}),
    }
  if (shape.type === 'integer' || shape.type === 'number') {
    const { key } = base
    const bounds = [
      ...(typeof shape.minimum === 'number' ? [`${key} >= ${shape.minimum}`] : []),
      ...(typeof shape.exclusiveMinimum === 'number' ? [`${key} > ${shape.exclusiveMinimum}`] : []),
      ...(typeof shape.maximum === 'number' ? [`${key} <= ${shape.maximum}`] : []),
    ]
    const more = bounds.map((check) => ({ check }))
    return {
      ...withRules(more),
      type: usualType(types, 'number'),
      ...(shape.type === 'integer' ? { scale: 0 } : {}),
    }
  }
  if (isText(shape)) return { ...base, type: usualType(types, 'text') }
  if (shape.type !== 'string') return undefined
  const { pattern, maxLength, contentMediaType } = shape
  return {
    ...withRules(typeof pattern === 'string' ? [{ pattern }] : []),
    type: usualType(types, contentMediaType === 'text/markdown' ? 'markdown' : 'text'),
    ...(typeof maxLength === 'number' ? { length: maxLength } : {}),
  }
}
