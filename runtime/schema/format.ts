import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { keyOrder } from './key-order.ts'
import { migrate } from './versions.ts'

/** A list of objects longer than this goes one member per line. */
const MAX_LINE_WIDTH = 110
/** Lists that read line by line however short they are. */
const lineByLine = new Set(['fields', 'params', 'groups', 'moves', 'children', 'tree', 'blocks'])

/**
 * The one way a document is written: current format, fixed key order, one field per line. Keeps every key and
 * value; formatting twice changes nothing. What is no object is written as plain JSON.
 */
export function formatDocument(json: unknown): string {
  const { document } = migrate(json)
  if (!isJsonObject(document)) return `${JSON.stringify(document, null, 2) ?? 'null'}\n`
  const ordered = new Map(Object.entries(document))
  const lines: string[] = []
  for (const keys of keyOrder.head) {
    const said = keys.filter((key) => ordered.has(key))
    if (said.length > 0) lines.push(said.map((key) => entry(key, ordered.get(key), 2, 'document')).join(', '))
    for (const key of said) ordered.delete(key)
  }
  for (const key of sorted([...ordered.keys()], keyOrder.document, [])) {
    lines.push(entry(key, ordered.get(key), 2, 'document'))
  }
  return lines.length === 0 ? '{}\n' : `{\n${lines.map((line) => `  ${line}`).join(',\n')}\n}\n`
}

/** Where an object stands: it decides the order of its keys. `map`s keep theirs. */
type NodeKind = 'document' | 'field' | 'part' | 'map'

const maps = new Set(['tag', 'set', 'send', 'bind', 'props', 'dictWhere', 'supply'])

const entry = (key: string, value: unknown, indent: number, place: NodeKind): string =>
  `${JSON.stringify(key)}: ${write(value, key, indent, place)}`

function write(value: unknown, key: string, indent: number, place: NodeKind): string {
  const inner = nodeKindOf(key, place)
  if (inner === 'field' && isJsonObject(value)) return writeFieldMap(value, indent)
  if (Array.isArray(value)) return writeList(value, key, indent, inner)
  return isJsonObject(value) ? writeRecord(value, key, indent, inner) : JSON.stringify(value)
}

function nodeKindOf(key: string, place: NodeKind): NodeKind {
  if (place === 'map' || maps.has(key) || key.startsWith('x-')) return 'map'
  return (key === 'fields' || key === 'params') && place !== 'part' ? 'field' : 'part'
}

function writeRecord(record: JsonObject, under: string, indent: number, place: NodeKind): string {
  const keys = Object.keys(record)
  if (keys.length === 0) return '{}'
  const own = place === 'part' && Object.hasOwn(keyOrder.byKey, under) ? keyOrder.byKey[under] : undefined
  const order = own ?? (place === 'field' ? keyOrder.field : keyOrder.part)
  const ordered = place === 'map' ? keys : sorted(keys, order, own ? [] : keyOrder.last)
  return `{ ${ordered.map((key) => entry(key, record[key], indent, place)).join(', ')} }`
}

/** What an overlay says of fields, one a line. */
function writeFieldMap(fields: JsonObject, indent: number): string {
  const keys = Object.keys(fields)
  if (keys.length === 0) return '{}'
  const pad = ' '.repeat(indent + 2)
  const lines = keys.map((key) => {
    const field = fields[key]
    const text = isJsonObject(field) ? writeRecord(field, key, indent + 2, 'field') : JSON.stringify(field)
    return `${pad}${JSON.stringify(key)}: ${text}`
  })
  return `{\n${lines.join(',\n')}\n${' '.repeat(indent)}}`
}

function writeList(list: unknown[], key: string, indent: number, place: NodeKind): string {
  const flat = `[${list.map((member) => writeMember(member, key, indent, place)).join(', ')}]`
  const isOfRecords = list.length > 0 && list.every(isJsonObject)
  const isLong = indent === 2 && flat.length > MAX_LINE_WIDTH && place !== 'field'
  if (!isOfRecords || place === 'map' || !(lineByLine.has(key) || isLong)) return flat
  const pad = ' '.repeat(indent + 2)
  const lines = list.map((member) => pad + writeMember(member, key, indent + 2, place))
  return `[\n${lines.join(',\n')}\n${' '.repeat(indent)}]`
}

function writeMember(member: unknown, under: string, indent: number, place: NodeKind): string {
  if (Array.isArray(member)) return writeList(member, '', indent, place)
  return isJsonObject(member) ? writeRecord(member, under, indent, place) : JSON.stringify(member)
}

function sorted(keys: readonly string[], order: readonly string[], last: readonly string[]): string[] {
  const rank = (key: string): number => {
    if (key.startsWith('x-')) return order.length + 1
    if (last.includes(key)) return order.length + 2 + last.indexOf(key)
    const at = order.indexOf(key)
    return at < 0 ? order.length : at
  }
  return [...keys].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}
