import type { KeywordUse } from '../language/property.ts'
import type { Field } from '../types.ts'

/**
 * The form of a document value in its panel where it is not unchanged: a text that may be a number, a list of fixed values
 * joined by commas, a list of objects as rows, a map as rows of key and value, an object as a single row, a value with a
 * panel of its own, anything else as its JSON.
 */
export type PanelShape = 'scalar' | 'words' | 'rows' | 'map' | 'one' | 'nested' | 'json'

/** One keyword of a settings panel: the field that edits it, the conversion of its value, and what it is used for. */
export interface PanelWord extends KeywordUse {
  field: Field
  shape?: PanelShape
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
  | { kind: 'list'; of: PanelNode; canBeEmpty?: true; offers?: KeywordUse['offers'] }
  | { kind: 'map'; of: PanelNode }
  | { kind: 'choice'; variants: readonly PanelVariant[] }

/** A type that a value may have. Variants of one type are objects, distinguished by a `key` that only one of them has. */
export interface PanelVariant {
  type: JsonType
  node: PanelNode
  key?: string
  title?: string
}

/** The key of the field that edits a value without a keyword. */
export const valueKey = 'value'

/** The types of a value in JSON; `null` counts as absent. */
export function findJsonType(value: unknown): JsonType | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return 'array'
  return typeof value as JsonType
}

/** The variant of the value as it is: of its type, and of objects the one whose key the value has, else the first. */
export function findVariant(variants: readonly PanelVariant[], value: unknown): PanelVariant | undefined {
  const ofType = variants.filter(({ type }) => type === findJsonType(value))
  const hasKey = ({ key }: PanelVariant) =>
    key !== undefined && typeof value === 'object' && value !== null && Object.hasOwn(value, key)
  return ofType.find(hasKey) ?? ofType[0]
}

/** The editor of the value as it is; `node` itself where there is one editor. */
export const findNode = (node: PanelNode, value: unknown): PanelNode | undefined =>
  node.kind === 'choice' ? findVariant(node.variants, value)?.node : node

export interface PlainOption {
  value: unknown
  text: string
}

/** The values without a panel of a part that is yes or no, a word, or else an object; undefined for other parts. */
export function plainOptions(node: PanelNode | undefined): PlainOption[] | undefined {
  if (node?.kind !== 'choice') return undefined
  const options: PlainOption[] = []
  for (const { type, node: inner } of node.variants) {
    if (type === 'boolean') options.push({ value: true, text: '是' }, { value: false, text: '否' })
    else if (type === 'object') continue
    else if (inner.kind === 'value' && Array.isArray(inner.word.field.options))
      options.push(...(inner.word.field.options as PlainOption[]))
    else return undefined
  }
  return options.length === 0 ? undefined : options
}

/** The first value of a variant. */
export const emptyVariant = ({ key, node }: PanelVariant): unknown =>
  key === undefined ? emptyValue(node) : { [key]: '' }

/** The first value of a node that has none yet. */
export function emptyValue(node: PanelNode): unknown {
  if (node.kind === 'list') return []
  if (node.kind === 'object' || node.kind === 'map') return {}
  if (node.kind === 'choice') return node.variants[0] && emptyVariant(node.variants[0])
  if ('customValue' in node.word.field) return true
  const { options } = node.word.field
  const [first] = Array.isArray(options) ? options : []
  return first ? (first as { value: unknown }).value : ''
}
