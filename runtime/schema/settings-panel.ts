import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Field } from './types.ts'

/**
 * The form of a document value in its panel: unchanged, a list of fixed values joined by commas, a list
 * of texts as rows of one column, a list of objects as rows, a map as rows of key and value, an object as a single row, anything else as its JSON.
 */
export type PanelShape = 'plain' | 'words' | 'list' | 'rows' | 'map' | 'one' | 'json'

/** One keyword of a settings panel: the field that edits it, and the conversion of its value. */
export interface PanelWord {
  field: Field
  shape: PanelShape
}

/** The settings of a field type, as fields. */
export type SettingsPanel = readonly PanelWord[]

/** The column of rows that contain values without a name of their own. */
const nameColumn = 'name'
const valueColumn = 'value'

const isNone = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const withoutNone = (row: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(row).filter(([key, value]) => key !== 'id' && key !== 'rev' && !isNone(value)),
  )

const scalar = (text: unknown): unknown => {
  try {
    const read: unknown = JSON.parse(String(text))
    return typeof read === 'object' && read !== null ? text : read
  } catch {
    return text
  }
}

function toRecord(value: unknown, shape: PanelShape): unknown {
  if (value === undefined) return ['plain', 'words', 'json'].includes(shape) ? null : []
  if (shape === 'words') return Array.isArray(value) ? value.join(',') : null
  if (shape === 'json') return JSON.stringify(value)
  if (shape === 'list') return Array.isArray(value) ? value.map((item) => ({ [valueColumn]: item })) : []
  if (shape === 'one') return isJsonObject(value) ? [value] : []
  if (shape === 'map' && isJsonObject(value))
    return Object.entries(value).map(([name, inner]) => ({
      [nameColumn]: name,
      [valueColumn]: String(inner),
    }))
  return value
}

const rowsOf = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject).map(withoutNone) : []

function fromRecord(value: unknown, shape: PanelShape): unknown {
  if (isNone(value)) return undefined
  if (shape === 'plain') return value
  if (shape === 'json') return JSON.parse(String(value))
  if (shape === 'words') return String(value).split(',')
  const rows = rowsOf(value)
  if (shape === 'rows') return rows
  if (shape === 'one') return rows[0]
  if (shape === 'list') return rows.map((row) => row[valueColumn])
  return Object.fromEntries(
    rows.map((row) => [String(row[nameColumn] ?? ''), scalar(row[valueColumn] ?? '')]),
  )
}

/** A field of a document as the record that its panel edits. */
export const readPanel = (panel: SettingsPanel, settings: JsonObject): JsonObject =>
  Object.fromEntries(panel.map(({ field, shape }) => [field.key, toRecord(settings[field.key], shape)]))

/**
 * Converts the record of the panel into a document: keywords without a value are absent, and unchanged ones stay as they
 * are in `before`.
 */
export function writePanel(panel: SettingsPanel, record: JsonObject, before: JsonObject = {}): JsonObject {
  const entries = panel.map(({ field: { key }, shape }) => {
    const isTouched = !isSame(toRecord(before[key], shape), record[key])
    return [key, isTouched ? fromRecord(record[key], shape) : before[key]] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

const isSame = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left ?? null) === JSON.stringify(bare(right) ?? null)

/** Rows without the marks that a table adds to them. */
const bare = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((row) => (isJsonObject(row) ? withoutNone(row) : row)) : value

/** Makes the panel of a type (or of the properties of every field) from the shapes and the texts of the properties. */
export function derivePanel(properties: JsonObject, required: ReadonlySet<string>): PanelWord[] {
  return Object.entries(properties).flatMap(([key, shape]) =>
    isJsonObject(shape) ? [wordOf(key, shape, required.has(key))] : [],
  )
}

function wordOf(key: string, shape: JsonObject, isRequired: boolean): PanelWord {
  const title = String(shape.title ?? key)
  const help = String(shape.description ?? key)
  const base = { key, title, help, ...(isRequired ? { validateRules: [{ required: true }] } : {}) }
  const plain = plainField(base, shape)
  if (plain) return { field: plain, shape: 'plain' }
  const detail = (fields: Field[], more: JsonObject = {}): Field => ({
    ...base,
    validateRules: undefined,
    type: 'table',
    fields,
    ...more,
  })
  const inner = (node: JsonObject): Field[] =>
    derivePanel(
      isJsonObject(node.properties) ? node.properties : {},
      new Set(Array.isArray(node.required) ? node.required.map(String) : []),
    ).flatMap(({ field, shape: fieldShape }) => (fieldShape === 'plain' ? [field] : []))
  const columns = (node: JsonObject) =>
    inner(node).length === Object.keys(node.properties as JsonObject).length
  const { items } = shape
  if (shape.type === 'array' && isJsonObject(items)) {
    if (Array.isArray(items.enum)) {
      const options = items.enum.map((value) => ({ value, text: String(value) }))
      return { field: { ...base, type: 'checkbox_group', options }, shape: 'words' }
    }
    const valueField = plainField({ key: valueColumn, title }, items)
    if (valueField) return { field: detail([valueField]), shape: 'list' }
    if (isJsonObject(items.properties) && columns(items))
      return { field: detail(inner(items)), shape: 'rows' }
  }
  if (shape.type === 'object' && isJsonObject(shape.properties) && columns(shape))
    return { field: detail(inner(shape), { look: 'form', maxRows: 1 }), shape: 'one' }
  if (shape.type === 'object' && !shape.properties && isJsonObject(shape.patternProperties)) {
    const pair: Field[] = [
      {
        key: nameColumn,
        title: '名字',
        type: 'input',
        validateRules: [{ required: true }, { unique: true }],
      },
      { key: valueColumn, title: '值', type: 'input' },
    ]
    return { field: detail(pair), shape: 'map' }
  }
  return { field: { ...base, type: 'code', language: 'javascript' }, shape: 'json' }
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

/** The field of a value that is edited unchanged; undefined for lists, objects and unions. */
function plainField(base: Base, shape: JsonObject): Field | undefined {
  const rules = Array.isArray(base.validateRules) ? base.validateRules : []
  const withRules = (more: JsonObject[]) => ({
    ...base,
    ...(rules.length + more.length > 0 ? { validateRules: [...rules, ...more] } : {}),
  })
  if (shape.type === 'boolean') return { ...base, type: 'checkbox', customValue: [true, false] }
  const words = Array.isArray(shape.enum) ? shape.enum : 'const' in shape ? [shape.const] : undefined
  if (words)
    return { ...base, type: 'select', options: words.map((value) => ({ value, text: String(value) })) }
  if (shape.type === 'integer' || shape.type === 'number') {
    const { key } = base
    const bounds = [
      ...(typeof shape.minimum === 'number' ? [`${key} >= ${shape.minimum}`] : []),
      ...(typeof shape.exclusiveMinimum === 'number' ? [`${key} > ${shape.exclusiveMinimum}`] : []),
      ...(typeof shape.maximum === 'number' ? [`${key} <= ${shape.maximum}`] : []),
    ]
    const more = bounds.map((check) => ({ check }))
    return { ...withRules(more), type: 'inputNumber', ...(shape.type === 'integer' ? { scale: 0 } : {}) }
  }
  if (isText(shape)) return { ...base, type: 'input' }
  if (shape.type !== 'string') return undefined
  const { pattern, maxLength } = shape
  return {
    ...withRules(typeof pattern === 'string' ? [{ pattern }] : []),
    type: 'input',
    ...(typeof maxLength === 'number' ? { length: maxLength } : {}),
  }
}
