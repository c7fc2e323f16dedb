import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { findNode, type PanelNode } from '#runtime/schema/settings/settings-node.ts'
import type { Field } from '#runtime/schema/types.ts'

/** The steps from a field or a document to one of its parts: keys of objects and maps, positions in lists. */
export type PanelPath = readonly (string | number)[]

/** A part of a document with its editor, and its title among the parts that lead to it. */
export interface OpenPart {
  path: PanelPath
  title: string
  /** What the part is for. */
  help?: string | undefined
  node: PanelNode
  value: unknown
}

/** The parts from the whole to `path`; the chain ends early where the document does not have a part any more. */
export function openParts(
  whole: Pick<OpenPart, 'title' | 'node' | 'value'>,
  path: PanelPath,
): [OpenPart, ...OpenPart[]] {
  const parts: [OpenPart, ...OpenPart[]] = [{ path: [], ...whole }]
  for (const step of path) {
    const inner = innerPart(parts.at(-1) as OpenPart, step)
    if (!inner) break
    parts.push(inner)
  }
  return parts
}

function innerPart({ path, node, value }: OpenPart, step: string | number): OpenPart | undefined {
  const at = [...path, step]
  const actual = findNode(node, value)
  if (actual?.kind === 'object') {
    const word = actual.panel.find(({ field }) => field.key === step)
    const inner = isJsonObject(value) ? value[step] : undefined
    if (!word?.node) return undefined
    const { title = String(step), help } = word.field
    return { path: at, title, help, node: word.node, value: inner }
  }
  if (actual?.kind === 'map' && isJsonObject(value) && Object.hasOwn(value, step))
    return { path: at, title: String(step), node: actual.of, value: value[step] }
  if (actual?.kind === 'list' && Array.isArray(value) && typeof step === 'number' && step < value.length)
    return { path: at, title: memberTitle(value[step], step, actual.of), node: actual.of, value: value[step] }
  return undefined
}

/** The name of a list member: its title or another of its texts, else its words, else its position. */
export function memberTitle(member: unknown, at: number, node?: PanelNode): string {
  if (typeof member === 'string' || typeof member === 'number') return String(member)
  if (Array.isArray(member)) return member.map(String).join('、')
  const texts = isJsonObject(member)
    ? [member.title, member.tab, member.name, member.text, member.code, member.screen]
    : []
  const text = texts.find((entry) => typeof entry === 'string' && entry !== '')
  return text === undefined ? wordsText(member, node) || `第 ${at + 1} 项` : String(text)
}

/** The settings of a member in words: 必填，提示 请输入名称. */
function wordsText(member: unknown, node: PanelNode | undefined): string {
  const actual = node && findNode(node, member)
  if (actual?.kind !== 'object' || !isJsonObject(member)) return ''
  const words = actual.panel.flatMap(({ field }) => {
    const value = member[field.key]
    if (value === undefined || typeof value === 'object') return []
    return value === true ? [String(field.title)] : [`${field.title} ${valueText(field, value)}`]
  })
  return words.join('，')
}

/** A word of the language with its title, any other value as it is. */
function valueText({ options }: Field, value: unknown): string {
  const option = Array.isArray(options)
    ? options.find((entry) => isJsonObject(entry) && entry.value === value)
    : undefined
  return String(option && 'text' in option ? option.text : value)
}

/** Whether a part is removed: a document does not write an empty one, but a list that may be empty. */
export function isEmpty(value: unknown, node: PanelNode | undefined): boolean {
  if (!Array.isArray(value))
    return value === undefined || (isJsonObject(value) && Object.keys(value).length === 0)
  const actual = node && findNode(node, value)
  return value.length === 0 && !(actual?.kind === 'list' && actual.canBeEmpty)
}

/**
 * `value` with another part at `path`, whose editor is `node`. A part that becomes empty is removed, as a document does not
 * write it; a list that may be empty stays, as its absence may mean something else.
 */
export function changePart(value: unknown, path: PanelPath, part: unknown, node?: PanelNode): unknown {
  const [step, ...rest] = path
  if (step === undefined) return part
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? value : []
    return list.map((member, at) => (at === step ? changePart(member, rest, part, node) : member))
  }
  const holder: JsonObject = isJsonObject(value) ? value : {}
  const inner = changePart(holder[step], rest, part, node)
  if (!isEmpty(inner, node)) return { ...holder, [step]: inner }
  const { [step]: _, ...others } = holder
  return others
}

/** A part in a few words, for the entry that opens it; `node` is its editor. */
export function partSummary(value: unknown, node?: PanelNode): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return `${value.length} 项`
  if (isJsonObject(value)) {
    const count = Object.keys(value).length
    return count === 0 ? '' : `${count} 项设置`
  }
  const actual = node && findNode(node, value)
  return actual?.kind === 'value' ? valueText(actual.word.field, value) : String(value)
}
