import type { Field } from './types.ts'

/**
 * The form of a document value in its panel: unchanged, a list of fixed values joined by commas, a list of objects as
 * rows, a map as rows of key and value, an object as a single row, a value with a panel of its own, anything else as its
 * JSON.
 */
export type PanelShape = 'plain' | 'words' | 'rows' | 'map' | 'one' | 'nested' | 'json'

/** One keyword of a settings panel: the field that edits it, and the conversion of its value. */
export interface PanelWord {
  field: Field
  shape: PanelShape
  /** The editor of a `nested` value. */
  node?: PanelNode
}

/** The settings of a field type, or of a part of a document, as fields. */
export type SettingsPanel = readonly PanelWord[]

/** The type of a value as JSON has it. */
export type JsonType = 'boolean' | 'number' | 'string' | 'array' | 'object'

/** The editor of a value: of an object, a single value, a list, a map by name, or of a value of several types. */
export type PanelNode =
  | { kind: 'object'; panel: SettingsPanel }
  | { kind: 'value'; word: PanelWord }
  | { kind: 'list'; of: PanelNode }
  | { kind: 'map'; of: PanelNode }
  | { kind: 'choice'; variants: readonly { type: JsonType; node: PanelNode }[] }

/** The key of the field that edits a value without a keyword. */
export const valueKey = 'value'

/** The types of a value in JSON; `null` counts as absent. */
export function jsonTypeOf(value: unknown): JsonType | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return 'array'
  return typeof value as JsonType
}

/** The editor of the value as it is: the variant of its type; `node` itself where there is one editor. */
export function nodeOf(node: PanelNode, value: unknown): PanelNode | undefined {
  if (node.kind !== 'choice') return node
  return node.variants.find(({ type }) => type === jsonTypeOf(value))?.node
}

/** The first value of a node that has none yet. */
export function emptyValue(node: PanelNode): unknown {
  if (node.kind === 'list') return []
  if (node.kind === 'object' || node.kind === 'map') return {}
  if (node.kind === 'choice') return node.variants[0] && emptyValue(node.variants[0].node)
  if (node.word.field.type === 'checkbox') return true
  const { options } = node.word.field
  const [first] = Array.isArray(options) ? options : []
  return first ? (first as { value: unknown }).value : ''
}
